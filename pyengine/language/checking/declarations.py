"""The directives of a rule file: what it may declare, and what it may not do while it is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Final

from pyengine.errors import Finding, Severity
from pyengine.language.checking.clauses import Outline, Part, indicators, libraries
from pyengine.language.checking.message_text import brief, nearest, show
from pyengine.language.checking.undefined import is_known
from pyengine.language.reading.includes import file_name
from pyengine.language.shipped import libraries as shipped_libraries
from pyengine.language.vocabulary import LIBRARIES, PREDICATES, Indicator
from pyengine.terms import STANDARD, Atom, Compound, List, String, Term, Var, indicator
from pyengine.terms.operators import fixity

DECLARING: Final = frozenset({"table", "discontiguous", "dynamic", "meta_predicate", "public", "det", "non_terminal"})
"""Directives of one argument that say something about predicates of the file."""

HARMLESS: Final[frozenset[Indicator]] = frozenset({("style_check", 1), ("license", 1), ("encoding", 1)})
"""Directives that may have any argument."""

FLAGS: Final = frozenset(
    {"double_quotes", "back_quotes", "rational_syntax", "character_escapes", "character_escapes_unicode"}
    | {"generate_debug_info"}
)
"""Flags that rules may set, for themselves."""

_TAKEN: Final = frozenset({"user", "system", "prolog", "pyengine", "pyengine_guard", "pyengine_contract"})
_FREE: Final = frozenset({":=", "as", "$", ":<", ">:<"})
"""Operators of SWI-Prolog that mean nothing in rules."""

_CONDITIONAL: Final = frozenset({"if", "elif", "else", "endif"})
_REASONS: Final = {
    "initialization": "nothing may run while rules are loaded",
    "multifile": "a rule file is the only one that defines its predicates",
}


def declarations(outline: Outline, *, trust: bool) -> Iterator[Finding]:
    """Report directives that a file may not have, and declarations of what is not there."""
    refused: set[int] = set()  # one message is enough for a directive
    conditional = any(goal.is_call("if", 1) for goal in outline.directives)
    for goal in outline.directives:
        found = indicator(goal.term)
        if found and conditional and found[0] in _CONDITIONAL - {"if"}:
            continue
        if found is None:
            yield _error("bad-directive", "this is not a directive", goal)
            continue
        name, arity = found
        if name == "op" and arity == 3:
            yield from _operator(goal, trust)
        elif name == "module" and arity in (1, 2):
            yield from _exports(goal, outline, trust)
            if not trust:
                yield from _module_name(goal)
        elif (name == "use_module" and arity in (1, 2)) or (name == "ensure_loaded" and arity == 1):
            yield from _imports(goal, outline, trust)
        elif trust:
            continue
        elif name in DECLARING and arity == 1:
            yield from _declared(goal, plain=name not in ("table", "meta_predicate"))
            if name == "table":
                yield from _answer_modes(goal, outline)
        elif name == "set_prolog_flag" and arity == 2:
            yield from _flag(goal)
        elif found == ("include", 1):
            yield from _include(goal)
        elif found == ("style_check", 1):
            yield from _style(goal)
        elif found not in HARMLESS and id(goal.clause) not in refused:
            refused.add(id(goal.clause))
            yield _refused(goal, found)


def _refused(goal: Part, found: Indicator) -> Finding:
    name = found[0]
    if name in _CONDITIONAL and found[1] <= 1:
        message = f"rules may not depend on where they are loaded, as `:- {name}` asks"
        return _refuse(goal, message, "keep one of the branches")
    if name in ("consult", "[|]", "load_files") and goal.parts():
        return _refuse(goal, "rules may not load another file", _include_hint(goal.parts()[0]))
    known = PREDICATES.get(found)
    if name in _REASONS:
        reason = _REASONS[name]
    elif known and not known.safe:
        reason = f"it {known.reason}"
    else:
        reason = "nothing may run while rules are loaded"
    hint = "remove the directive"
    if known is None and (near := nearest(found, [(n, 1) for n in DECLARING] + [("use_module", 1)], arity=True)):
        hint = f"did you mean {near[0]}?"
    return _refuse(goal, f"rules may not have the directive {show(found)}: {reason}", hint)


def _include_hint(file: Part) -> str:
    name = brief(file.term) if isinstance(file.term, Atom | String) else "file"
    return f"write `:- include({name}).` to take its clauses in"


def _imports(goal: Part, outline: Outline, trust: bool) -> Iterator[Finding]:
    for name, spec in libraries(goal.parts()[0]):
        if name is None and not trust:
            yield _refuse(spec, "rules may not load another file", _include_hint(spec))
        elif name is not None and name not in LIBRARIES and not trust:
            yield _unsafe_import(name, spec)
    for imports in goal.parts()[1:]:
        yield from _import_list(imports)
        name = next((name for name, _ in libraries(goal.parts()[0])), None)
        if name not in LIBRARIES or not isinstance(imports.term, List):
            continue
        for found, part in indicators(imports):
            if found not in PREDICATES:
                near = nearest(found, [other for other, known in PREDICATES.items() if known.library == name])
                hint = f"did you mean {show(near)}?" if near else None
                yield _error("unknown-import", f"library({name}) does not have {show(found)}", part, hint)
            elif found in outline.definitions:
                message = f"{show(found)} is imported by name from library({name}) and cannot be defined here too"
                hint = f"remove it from the import on line {part.place().line}, or rename yours"
                imported = ((part.whole(), "imported here"),)
                yield outline.head(found).error("redefined-import", message, hint, whole=True, related=imported)


def _import_list(imports: Part) -> Iterator[Finding]:
    """What is imported keeps its name and brings no operators: nothing but SWI-Prolog would know of others."""
    listed = imports.parts()[0] if imports.is_call("except", 1) else imports
    if not isinstance(listed.term, List) or not listed.term.is_proper:
        if listed is not imports or imports.term != Atom("all"):
            yield _error("bad-import", "what is imported is a list of name/arity", listed, "as in [member/2, append/3]")
        return
    for item in listed.parts():
        if item.is_call("as", 2):
            hint = "call it by its own name, or define a predicate that does"
            yield _error("bad-import", "what is imported keeps its name", item, hint)
        elif item.is_call("op", 3):
            yield _error("bad-import", "operators are not imported one by one", item, "declare it: `:- op(...).`")
        elif not _is_indicator(item.term):
            yield _error("bad-import", f"{brief(item.term)} is not a predicate name/arity", item)


def _unsafe_import(name: str, spec: Part) -> Finding:
    if name in shipped_libraries():
        message, hint = f"library({name}) is not imported but included", f"write `:- include(library({name})).`"
        return _error("unsafe-import", message, spec, hint)
    near = nearest((name, 0), [(library, 0) for library in LIBRARIES])
    if near and name not in {known.library for known in PREDICATES.values()}:
        message, hint = f"there is no library({name})", f"did you mean library({near[0]})?"
        return _error("unsafe-import", message, spec, hint)
    hint = "they may import pure libraries, such as lists"
    return spec.refusal("unsafe-import", f"rules may not import library({name})", hint)


def _exports(goal: Part, outline: Outline, trust: bool) -> Iterator[Finding]:
    parts = goal.parts()
    if len(parts) < 2 or not isinstance(parts[1].term, List):
        return
    for found, part in indicators(parts[1]):
        if found == ("op", 3) or is_known(found, outline):
            continue
        near = nearest(found, outline.definitions)
        yield Finding(
            Severity.WARNING if trust else Severity.ERROR,
            "undefined-export",
            f"{show(found)} is exported but not defined",
            part.whole(),
            f"did you mean {show(near)}?" if near else "define it, or remove it from the list",
        )


def _module_name(goal: Part) -> Iterator[Finding]:
    name = goal.parts()[0]
    if not isinstance(name.term, Atom):
        yield _error("bad-directive", "the name of a module is an atom", name)
    elif name.term.name in _TAKEN | {known.library for known in PREDICATES.values()} or name.term.name[:1] == "$":
        yield _refuse(name, f"the module name {brief(name.term)} belongs to SWI-Prolog", "take another name")


def _answer_modes(goal: Part, outline: Outline) -> Iterator[Finding]:
    """`lattice(p/3)` and `po(p/2)` call a predicate whenever there is a new answer."""
    for part in goal.walk():
        if not (part.is_call("lattice", 1) or part.is_call("po", 1)):
            continue
        caller = part.parts()[0]
        called = indicators(caller)
        if len(called) != 1 or caller.is_call(":", 2):
            yield _refuse(caller, "rules may only combine answers by a predicate of their own", whole=True)
            continue
        found = called[0][0]
        known = PREDICATES.get(found)
        if found not in outline.definitions and not (known and known.safe) and found[0] not in outline.unread:
            yield _refuse(
                caller,
                f"answers cannot be combined by {show(found)}",
                f"it {known.reason}" if known else "it is not defined here",
                whole=True,
            )


def _operator(goal: Part, trust: bool) -> Iterator[Finding]:
    priority, type_, names = goal.parts()
    if not isinstance(priority.term, int) or not isinstance(type_.term, Atom):
        return  # the reader has reported it
    for name in names.parts() if isinstance(names.term, List) else (names,):
        term = name.term
        if isinstance(term, Compound) and term.name == ":":
            if trust:
                continue
            yield _refuse(name, "rules may only declare operators of their own")
        elif isinstance(term, Atom) and _changes_core(term.name, priority.term, type_.term.name):
            yield _error(
                "core-operator",
                f"the operator {term.name} belongs to the language and cannot be changed",
                name,
                "take another name for yours",
            )


def _changes_core(name: str, priority: int, type_: str) -> bool:
    standing = None if name in _FREE else getattr(STANDARD, fixity(type_)).get(name)
    return standing is not None and (standing.priority != priority or standing.type != type_)


def _flag(goal: Part) -> Iterator[Finding]:
    name, value = goal.parts()
    if isinstance(value.term, Var):
        yield _error("bad-directive", "a flag is set to a value, not to a variable", value)
    elif not (isinstance(name.term, Atom) and name.term.name in FLAGS):
        yield _refuse(
            name,
            f"rules may not set the flag {brief(name.term)}",
            "they may set how text is read, such as double_quotes",
        )


def _include(goal: Part) -> Iterator[Finding]:
    """What is taken in must be a library, or stand beside the file or below it."""
    path = goal.parts()[0]
    if path.is_call("library", 1):
        return
    text = PurePath(file_name(path.term) or "")  # what is no path the reader has reported
    if text.is_absolute() or ".." in text.parts:
        yield _refuse(path, "rules may only include files beside them", "move the file into the same folder")


def _style(goal: Part) -> Iterator[Finding]:
    style = goal.parts()[0]
    if not (isinstance(style.term, Compound) and style.term.name in ("+", "-") and len(style.term.args) == 1):
        yield _error("bad-directive", f"{brief(style.term)} is not a style", style, "write it as in -singleton")


def _declared(goal: Part, *, plain: bool) -> Iterator[Finding]:
    """A declaration for another module reaches into it; only some take more than `name/arity`."""
    stack = [goal.parts()[0]]
    while stack:
        part = stack.pop()
        if part.is_call(":", 2):
            yield _refuse(part.parts()[0], "rules may only declare predicates of their own")
        elif part.is_call(",", 2) or isinstance(part.term, List):
            stack.extend(reversed(part.parts()))
        elif part.is_call("as", 2):
            stack.append(part.parts()[0])
        elif not (_is_indicator(part.term) if plain else isinstance(part.term, Atom | Compound)):
            yield _error("bad-directive", f"{brief(part.term)} is not a predicate name/arity", part)


def _is_indicator(term: Term) -> bool:
    match term:
        case Compound(name="/" | "//", args=(Atom(), int(arity))):
            return arity >= 0
    return False


def _error(code: str, message: str, part: Part, hint: str | None = None) -> Finding:
    return part.error(code, message, hint, whole=True)


def _refuse(part: Part, message: str, hint: str | None = None, *, whole: bool = False) -> Finding:
    return part.refusal("unsafe-directive", message, hint, whole=whole)
