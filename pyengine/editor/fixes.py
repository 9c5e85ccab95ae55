"""Quick fixes: what the hint of a finding says, done by the editor.

A fix is found by the code of the finding and by its hint, since a hint is where the checker says what to write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count
from typing import Final

from pyengine.editor.cases import Case, Edit, Fix, head_end
from pyengine.editor.predicates import variables
from pyengine.editor.view import View
from pyengine.errors import Finding
from pyengine.language.checking.clauses import Part
from pyengine.language.contract import CONTRACT, OWN, ROMANIAN, TEXTBOOK, Entry
from pyengine.language.program import is_directive
from pyengine.terms import Atom, write_term


def fixes_of(view: View, finding: Finding, start: int, end: int) -> list[Fix]:
    """Give the ways to mend what was found in the open text between two offsets."""
    case, found = Case(view, finding, start, end), []
    if finding.code in _BY_CODE:
        found += list(_BY_CODE[finding.code](case))
    for pattern, make in _BY_HINT:
        if matched := pattern.search(finding.hint or ""):
            found += list(make(case, matched))
            break
    return [fix for fix in found if any(view.text[a:b] != text for a, b, text in fix.edits)]


# By what the hint says


def _meant(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    """Write the name that was probably meant; where a definition has the wrong one, in all that names it."""
    name = matched["name"]
    if (defined := matched["defined"]) is None:
        yield case.replace(f"write {name}", _spelt_like(case.marked, name))
        return
    wrong, _, arity = defined.rpartition("/")
    edits = [
        (part.layout.name_start, part.layout.name_end, name)
        for part in _occurrences(case.view, wrong, int(arity))
        if case.view.is_here(part.clause.source)
    ]
    yield Fix(f"call it {name}", tuple(dict.fromkeys(edits)) or ((case.start, case.end, name),))


def _spelt_like(marked: str, name: str) -> str:
    """Give a name with what stands around it: the arity of an indicator, `library(...)`."""
    if indicator := re.fullmatch(r"(.*?)(//?\d+)", marked, re.DOTALL):
        return f"{name}{indicator[2]}"
    return f"library({name})" if re.fullmatch(r"library\(.*\)", marked, re.DOTALL) else name


def _occurrences(view: View, name: str, arity: int) -> Iterator[Part]:
    """Go through the heads and goals that name a predicate."""
    for rule in view.outline.definitions.get((name, arity), ()):
        yield rule.head
    for _, goal in view.goals:
        if goal.part.is_call(name, arity):
            yield goal.part


def _directive(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    """Write the directive of the hint: in place of the one that is wrong, or as one more."""
    directive = matched["directive"]
    sentence = case.sentence()
    if case.finding.code == "missing-directive-mark" and sentence is not None:
        yield case.insert("write `:-` before it", sentence.layout.start, ":- ")
    elif sentence is not None and is_directive(sentence.term):
        yield Fix(f"write {directive}", ((sentence.layout.start, case.full_stop(sentence), directive),))
    else:
        yield case.with_directive(directive)


def _named_part(case: Case, names: Collection[str]) -> Part | None:
    """Find the goal with one of some operators that is marked: by the operator, or by what is left of it."""
    found = [part for part in case.view.parts_at(case.start) if any(part.is_call(name, 2) for name in names)]
    return next((p for p in reversed(found) if case.start in (p.layout.name_start, p.layout.start)), None)


def _goal(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    """Make the goal that is marked the one of the hint, which has only the beginning of it where it is long."""
    part = _named_part(case, ("=", "is"))
    if part is not None and (variable := re.match(r"\w+(?= is )", matched["goal"])):
        left = part.parts()[0].layout
        yield Fix(f"write {matched['goal']}", ((left.start, left.end, variable[0]), _computing(case, part)))


def _computing(case: Case, part: Part) -> Edit:
    """Write `is` for the operator of a goal."""
    start, end = part.layout.name_start, part.layout.name_end
    if part.parts()[0].layout.start > start:  # as in =(X, Y)
        return start, end, "is"
    before, after = ("" if case.text[at : at + 1].isspace() else " " for at in (start - 1, end))
    return start, end, f"{before}is{after}"


def _computed_there(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    part = _named_part(case, (":=",))
    if part is not None:
        yield Fix("write is", (_computing(case, part),))


def _alone(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    """Take the module of a goal away."""
    part = _named_part(case, (":",))
    if part is not None and part.layout.start < part.layout.name_start:
        yield Fix(f"write {matched['goal']}", ((part.layout.start, part.layout.name_end, ""),))


def _operator(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    """Write the operator that Prolog has for it."""
    for name in matched.groupdict().values():
        if name:
            yield case.replace(f"write {name}", {"a comma": ","}.get(name, name))


def _replaced(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    yield case.replace(f"write {matched['text']}", matched["text"])


def _renamed(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    """Write the name of the hint in place of that of the goal that is marked, if it has as many arguments."""
    for part in case.view.parts_at(case.start):
        if part.layout.name_start == case.start and len(part.parts()) == int(matched["arity"]):
            yield Fix(f"write {matched['name']}", ((part.layout.name_start, part.layout.name_end, matched["name"]),))
            return


def _variable(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    yield case.replace(f"write {matched['text']}", matched["text"])
    yield case.replace("write _", "_")


def _marked_variable(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    """Write a variable that occurs more than once without its mark, everywhere in its clause."""
    edits = tuple((token.start, token.end, matched["text"]) for token in case.tokens() if token.text == case.marked)
    yield Fix(f"write {matched['text']}", edits)


def _closed(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    """Close a bracket: in place of a wrong one, or before the neck, the comma or the full stop that follows."""
    bracket, tokens = matched["bracket"], case.tokens()
    at = next((i for i, token in enumerate(tokens) if token.start == case.start), None)
    if at is None:
        return
    depth = 0
    for before, token in zip(tokens[at:], tokens[at + 1 :], strict=False):
        if token.text.endswith(("(", "[", "{")):
            depth += 1
        elif token.text in (")", "]", "}"):
            if depth == 0:
                edit = (token.start, token.end, bracket) if "closed by" in case.finding.message else None
                yield Fix(f"close it with {bracket}", (edit or (token.start, token.start, bracket),))
                return
            depth -= 1
        elif depth == 0 and (token.type == "END" or token.text in (":-", "-->", "=>")):
            yield case.insert(f"close it with {bracket}", before.end, bracket)
            return


def _stopped(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    """End the clause before with a full stop."""
    if case.finding.code == "unended-clause":
        yield case.insert("end the clause with a full stop", case.start, ".")
        return
    start = case.text.rfind("\n", 0, case.start) + 1  # the clause that follows begins with its line
    end = _end_before(case, start)
    if case.text[end - 1 : end] == ",":  # then it is the neck that is wrong
        yield case.replace("write a comma", ",")
    else:
        yield case.insert("end the clause before with a full stop", end, ".")


def _end_before(case: Case, offset: int) -> int:
    return Case(case.view, case.finding, offset, offset).end_of_token_before()


def _comma(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    """Put a comma between two terms."""
    yield case.insert("put a comma between them", case.end_of_token_before(), ",")


def _joined(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    """Write a comma in place of the full stop that cuts a clause off."""
    end = case.end_of_token_before()
    if case.text[end - 1 : end] == ".":
        is_fact = _is_fact_before(case)
        yield Fix("go on with the clause before", ((end - 1, end, " :-" if is_fact else ","),))


def _is_fact_before(case: Case) -> bool:
    before = [sentence for sentence in case.view.sentences if sentence.layout.end < case.start]
    return bool(before) and Part(before[-1].term, before[-1].layout, before[-1]).is_call(":-", 2) is False


def _two_heads(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    yield case.replace("end the first with a full stop", ".")
    yield case.replace("make the rest its conditions", " :-")


def _removed(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    yield case.replace("remove it", "")


def _sentence_removed(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    sentence = case.sentence()
    if sentence is not None:
        yield case.without_sentence("remove it", sentence)


def _module_removed(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    colon = case.text.find(":", case.end)
    yield Fix(f"remove {case.marked}:", ((case.start, colon + 1, ""),))


def _lower_case(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    yield case.replace(f"write {matched['text']}", matched["text"])


def _called(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    """Write `call(P, X)` for `P(X)`."""
    yield Fix("write it with call", ((case.start, case.end + 1, f"call({matched['text']}, "),))


def _space(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    yield case.insert("put a space before the full stop", case.end - 1, " ")


def _tight(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    yield case.replace("remove the space", re.sub(r"\s+", "", case.marked))


def _bracket_space(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    start = case.end_of_token_before()
    yield Fix("remove the space", ((start, case.start, ""),))


def _straight_quotes(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    """Write straight quotes on the whole line."""
    start = case.text.rfind("\n", 0, case.start) + 1
    end = case.text.find("\n", case.start)
    line = case.text[start : len(case.text) if end < 0 else end]
    straight = line.translate(str.maketrans("‘’“”„", '\'\'"""'))
    yield Fix("write straight quotes", ((start, start + len(line), straight),))


def _parameter(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    title = f"declare the parameter {matched['text']}"
    yield case.insert(title, head_end(case.view), f"parameter({matched['text']}, 1).\n")


def _default(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    yield case.replace("give it the value 1", "1")


def _computed(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    """Compute in the body what stands as an expression in the head."""
    sentence, line_end = case.sentence(), case.text.find("\n", case.start) % (len(case.text) + 1)
    marked = (p for p in case.view.parts_at(case.start) if (p.layout.start, min(p.layout.end, line_end)) == case.span)
    expression = next(marked, None)
    if sentence is None or expression is None:
        return
    start, end, last = expression.layout.start, expression.layout.end, sentence.layout.end
    names = {name for name, _ in variables(sentence)}
    value = next(name for number in count() if (name := f"Value{number or ''}") not in names)
    goal, whole = f"{value} is {case.text[start:end]}", Part(sentence.term, sentence.layout, sentence)
    edits: tuple[Edit, ...] = ((last, last, f" :- {goal}"),)
    if whole.is_call(":-", 2):
        is_choice = any(whole.parts()[1].is_call(name, 2) for name in (";", "->", "*->"))
        neck = whole.layout.name_end
        edits = ((neck, neck, " ("), (last, last, f"), {goal}")) if is_choice else ((last, last, f", {goal}"),)
    elif whole.is_call("=>", 2):
        return
    yield Fix("compute it by is/2", ((start, end, value), *edits))


def _library_file(case: Case, matched: re.Match[str]) -> Iterator[Fix]:
    yield case.replace(f"include {matched['text']}", matched["text"])


# By code: what the contract misses


def _skeletons(case: Case) -> Iterator[Fix]:
    """Write the missing predicates of the contract as clauses to start from."""
    missing = re.findall(r"(\w+)/(\d+)", case.finding.message.partition(" (")[0].partition("define")[0] or "")
    if case.finding.code == "not-a-game":
        missing = re.findall(r"(\w+)/(\d+)", case.finding.message)
    entries = [entry for name, arity in missing[:1] if (entry := _entry(name, int(arity)))]
    if case.finding.code == "not-a-game":
        entries = [entry for name, arity in missing if (entry := _entry(name, int(arity)))]
    if entries and "is defined" not in (case.finding.hint or ""):
        yield _written(case, entries)


def _defined(case: Case, _: re.Match[str]) -> Iterator[Fix]:
    """Write a predicate of the contract that is called and not there."""
    named = re.search(r"(\w+)/(\d+)", case.finding.message)
    if named and (entry := _entry(named[1], int(named[2]))):
        yield _written(case, [entry])


def _written(case: Case, entries: Sequence[Entry]) -> Fix:
    gap = "" if not case.text else "\n" if case.text.endswith("\n") else "\n\n"
    text = "\n".join(_skeleton(entry) for entry in entries)
    names = ", ".join(f"{entry.name}/{entry.arity}" for entry in entries)
    return case.insert(f"write {names}", len(case.text), f"{gap}{text}")


def _entry(name: str, arity: int) -> Entry | None:
    return next((e for e in (*CONTRACT, *TEXTBOOK, *ROMANIAN) if e.indicator == (name, arity)), None)


_EXAMPLES: Final = {
    OWN["player"].indicator: "player(max).\nplayer(min).\n",
    OWN["initial"].indicator: "initial(start).\n",
    OWN["to_move"].indicator: "to_move(_, max).\n",
    OWN["move"].indicator: "move(start, go, end).\n",
    OWN["terminal"].indicator: "terminal(end).\n",
    ("utility", 2): "utility(end, 0).\n",
    ("utility", 3): "utility(end, _, 0).\n",
}
"""A game of one move, which every part of can be changed."""


def _skeleton(entry: Entry) -> str:
    comment = f"% {entry.form}: {entry.meaning}.\n"
    if entry.indicator in _EXAMPLES:
        return comment + _EXAMPLES[entry.indicator]
    example = entry.example or f"{write_term(Atom(entry.name))}({', '.join(f'_{a}' for a in entry.arguments)})"
    return f"{comment}{example.rstrip('.')}.\n"


Fixer = Callable[[Case], Iterator[Fix]]
_BY_CODE: Final[dict[str, Fixer]] = dict.fromkeys(("missing-predicate", "missing-utility", "not-a-game"), _skeletons)

HintFixer = Callable[[Case, re.Match[str]], Iterator[Fix]]
_BY_HINT: Final[tuple[tuple[re.Pattern[str], HintFixer], ...]] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (r"(?:(?P<defined>\S+/\d+) is defined; )?did you mean (?:library\()?(?P<name>[^/?)]+)\)?(?:/\d+)?\?", _meant),
        (r"`:-` before it: `(?P<directive>:- [^`]+)`", _directive),
        (r"(?:write|add|declare) `(?P<directive>:- [^`]+)`", _directive),
        (r"end the first with a full stop, or write", _two_heads),
        (r"write `is` to compute", _computed_there),
        (r"write `(?P<goal>[^`]+)` alone", _alone),
        (r"write `(?P<goal>[^`]+)`", _goal),
        (r"write (?P<text>_\w+) or _ if this is meant", _variable),
        (r"write (?P<text>\w+) if the same value is meant", _marked_variable),
        (r"write (?P<text>=:=) to compare", _replaced),
        (r"^its name is (?P<text>\w+)/\d+ now$", _replaced),
        (r"^write (?P<name>\w+)/(?P<arity>\d+)$", _renamed),
        (r"write (?P<text>\\\\) for a backslash", _replaced),
        (r"write (?P<text>-\S+), without a space", _tight),
        (r"different is (?P<terms>\\=) in Prolog, and (?P<numbers>=\\=) for numbers", _operator),
        (r"is (?P<name>a comma|;|=<|>=) in Prolog", _operator),
        (r"joined by (?P<name>:-)", _operator),
        (r"close it with '?(?P<bracket>[)\]}])", _closed),
        (r"an operator or a comma is missing", _comma),
        (r"every clause ends with a full stop|full stop may be missing between two clauses", _stopped),
        (r"a comma may be meant there", _joined),
        (r"remove it, or open it|remove the comma|remove one of them$|^remove £", _removed),
        (r"remove one: each|remove the directive|; remove one$", _sentence_removed),
        (r"remove `\w+:`", _module_removed),
        (r"names begin in lower case: (?P<text>\w+)", _lower_case),
        (r"write call\((?P<text>\w+), \.\.\.\)", _called),
        (r"put a space before the full stop", _space),
        (r"write \w+\(\.\.\.\)$", _bracket_space),
        (r"quotes are straight", _straight_quotes),
        (r"declare it: parameter\((?P<text>\w+), Default\)", _parameter),
        (r"^give it a value$", _default),
        (r"compute it in the body(?: with `is`|: V is )", _computed),
        (r"may be left out, but not called then; define it", _defined),
        (r"use a new one: (?P<goal>.+)$", _goal),
        (r"comes with pyengine is included by `:- include\((?P<text>library\(\w+\))\)", _library_file),
        (r"it is read as one symbol; write (?P<text>\S+ [^\s\d]+)", _replaced),
    )
)
