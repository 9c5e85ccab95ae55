"""Goals and heads that rules may not have unless the file is trusted.

Only what is certain from the text is refused here; a goal built at run time is checked when it is called.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from pyengine.errors import Finding
from pyengine.language.checking.clauses import Outline, Part, Rule
from pyengine.language.checking.goals import Goal
from pyengine.language.checking.message_text import brief, show
from pyengine.language.contract import VOCABULARIES
from pyengine.language.vocabulary import LIBRARIES, PREDICATES, Indicator
from pyengine.terms import Atom, Compound, List, String, Term, Var, indicator

HOOKS: Final[frozenset[Indicator]] = frozenset(
    {("term_expansion", 2), ("term_expansion", 4), ("goal_expansion", 2), ("goal_expansion", 4), ("portray", 1)}
    | {("message_hook", 3), ("message_property", 2), ("prolog_load_file", 2), ("exception", 3), ("resource", 3)}
    | {("file_search_path", 2), ("library_directory", 1), ("prolog_file_type", 2), ("expand_query", 4)}
    | {("expand_answer", 2), ("attr_unify_hook", 2), ("attr_portray_hook", 2), ("attribute_goals", 3)}
    | {("prolog_exception_hook", 4), ("prolog_list_goal", 1), ("prolog_event_hook", 1)}
)
"""Predicates that SWI-Prolog calls by itself, while it loads or runs a file."""

_ADVICE: Final = {
    "changes the program while it runs": "put what changes into the position",
    "keeps data outside the position": "put what changes into the position",
    "depends on chance or on the clock": "rules are functions of the position",
}
_TEXT_HINT: Final = "define show(S, Text) with format(atom(Text), ...) or with_output_to(string(Text), ...)"
_SINKS: Final = frozenset({"atom", "string", "codes", "chars"})
TO_SINK: Final[frozenset[Indicator]] = frozenset({("format", 3), ("with_output_to", 2), ("normalize_space", 2)})
CAPTURED: Final[frozenset[Indicator]] = frozenset(
    {("write", 1), ("writeq", 1), ("print", 1), ("writeln", 1), ("write_canonical", 1), ("nl", 0), ("tab", 1)}
    | {("put_char", 1), ("format", 1), ("format", 2)}
)
"""What may stand inside `with_output_to/2`, and in predicates called only there: it writes nowhere else."""

_ARITHMETIC: Final = frozenset({"is", "=:=", "=\\=", "<", ">", "=<", ">="})
_CHANCE: Final[frozenset[Indicator]] = frozenset(
    {("random", 1), ("random", 0), ("random_float", 0), ("cputime", 0), ("realtime", 0)}
)
_FORMAT: Final = re.compile(r"~(?:`.|\d+|\*)?:?(.)", re.DOTALL)
_CALLING: Final = frozenset("@Wp")


def unsafe(calls: Collection[tuple[Rule, Goal]], outline: Outline) -> Iterator[Finding]:
    """Report the heads and goals of a file that it may not have without being trusted."""
    for rule in outline.rules:
        yield from _unsafe_head(rule, outline)
        yield from _unsafe_dict(rule)
    captured = _captured(calls, outline)
    writing: set[int] = set()  # a clause that writes says so once, however much it writes
    for rule, goal in calls:
        found = list(_unsafe_goal(goal, outline, goal.captured or rule.indicator in captured))
        if found and goal.indicator in CAPTURED:
            if id(rule) in writing:
                continue
            writing.add(id(rule))
        yield from found


def _captured(calls: Collection[tuple[Rule, Goal]], outline: Outline) -> frozenset[Indicator]:
    """Find the predicates that the file calls only inside `with_output_to/2`, directly or through one another."""
    if not any(goal.indicator in CAPTURED and not goal.captured for _, goal in calls):
        return frozenset()
    contract = {entry.indicator for entries in VOCABULARIES.values() for entry in entries}
    open_calls: dict[Indicator, set[Indicator | None]] = {}
    called: set[Indicator] = set()
    for rule, goal in calls:
        found = goal.indicator
        if found is not None and found in outline.definitions:
            called.add(found)
            if not goal.captured:
                open_calls.setdefault(found, set()).add(rule.indicator)
    inside: set[Indicator | None] = {found for found in called if found not in contract}
    while outside := {found for found in inside if found and open_calls.get(found, set()) - inside}:
        inside -= outside
    return frozenset(found for found in inside if found)


def _unsafe_head(rule: Rule, outline: Outline) -> Iterator[Finding]:
    found = rule.indicator
    if rule.module is not None and rule.is_foreign(outline.module):
        module = brief(rule.module.term)
        yield rule.module.refusal(
            "unsafe-head",
            f"this clause belongs to the module {module}; rules may only define their own predicates",
            f"remove `{module}:`",
        )
    elif found and (found in HOOKS or found[0].startswith("$")):
        what = "SWI-Prolog calls it by itself" if found in HOOKS else "it belongs to the inside of SWI-Prolog"
        yield rule.head.refusal("unsafe-head", f"rules may not define {show(found)}: {what}")


def _unsafe_dict(rule: Rule) -> Iterator[Finding]:
    """`Dict.function` calls the function, which may be a predicate of any module."""
    for part in Part(rule.clause.term, rule.clause.layout, rule.clause).walk():
        if part.is_call(".", 2):
            message = "rules may not ask a dict by a dot, which calls what stands after it"
            yield part.refusal("unsafe-call", message, "write get_dict(Key, Dict, Value) or put_dict/4")


def _unsafe_goal(goal: Goal, outline: Outline, captured: bool) -> Iterator[Finding]:
    found = goal.indicator
    if found is None:
        return
    part = goal.part
    if part.is_call(":", 2):
        yield from _unsafe_module(part, outline)
    elif found[0].startswith("$"):
        yield part.refusal("unsafe-call", f"rules may not call {show(found)}: it is the inside of SWI-Prolog")
    elif found[0] in _ARITHMETIC and found[1] == 2 and not goal.extra:
        yield from _chance(part)
    known = PREDICATES.get(found)
    if known is None or known.safe or (found in outline.definitions and not known.core):
        return
    if captured and found in CAPTURED:
        if found[0] == "format" and not (part.parts() and _plain_format(part.parts()[0].term)):
            yield _refuse_format(part)
        return
    if found in TO_SINK and not goal.extra:
        yield from _sink(found, part)
        return
    origin = "" if known.library in LIBRARIES | {"system"} else f" (library({known.library}))"
    hint = _TEXT_HINT if found in CAPTURED else _ADVICE.get(known.reason)
    yield part.refusal("unsafe-call", f"rules may not call {show(found)}{origin}: it {known.reason}", hint)


def _unsafe_module(part: Part, outline: Outline) -> Iterator[Finding]:
    module, goal = part.parts()
    if module.term == Atom(outline.module or ""):
        return
    what = "a module known only at run time" if isinstance(module.term, Var) else f"module {brief(module.term)}"
    text = brief(goal.term)
    short = f"write `{text}` alone" if len(text) <= 40 and not isinstance(goal.term, Var) else None
    yield module.refusal("unsafe-call", f"rules may not call into {what}", short)


def _sink(found: Indicator, part: Part) -> Iterator[Finding]:
    """Text may be written into a term, never to a stream."""
    sink = part.parts()[0].term
    if not (isinstance(sink, Compound) and sink.name in _SINKS and len(sink.args) in (1, 2)):
        yield part.refusal(
            "unsafe-call",
            f"rules may call {show(found)} only to write into a term",
            "its first argument is written atom(A), string(S), codes(Cs) or chars(Cs)",
        )
    elif found == ("format", 3) and not _plain_format(part.parts()[1].term):
        yield _refuse_format(part)


def _refuse_format(part: Part) -> Finding:
    return part.refusal(
        "unsafe-call",
        "rules may only use a format that is written out, without ~@, ~p and ~W, which call goals",
        'write the format as text: format(atom(A), "~w", [X])',
    )


def _plain_format(term: Term) -> bool:
    """Tell whether a format is text that can be seen here, and calls nothing."""
    if isinstance(term, Atom):
        text = term.name
    elif isinstance(term, String):
        text = term.text
    elif isinstance(term, List) and term.is_proper:
        letters = [_letter(item) for item in term.items]
        if None in letters:
            return False
        text = "".join(letter for letter in letters if letter)
    else:
        return False
    return not any(directive in _CALLING for directive in _FORMAT.findall(text))


def _letter(item: Term) -> str | None:
    if isinstance(item, int) and 0 <= item < 0x110000:
        return chr(item)
    return item.name if isinstance(item, Atom) and len(item.name) == 1 else None


def _chance(part: Part) -> Iterator[Finding]:
    for inner in part.walk():
        found = indicator(inner.term)
        if found in _CHANCE:
            yield inner.refusal(
                "unsafe-call",
                f"rules may not use {found[0]}: it depends on chance or on the clock",
                "rules are functions of the position",
            )
