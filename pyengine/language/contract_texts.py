"""The contract's table in other languages: facts for Prolog, a header for C, the table of the page about rule files.

`make contract` writes them into their files; a test compares.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pyengine.language.contract import ARGUMENTS, CONTRACT, QUESTIONS, VOCABULARIES, Entry, alternatives

_FACTS: Final = """\
/*  The contract of a rule file as facts. `make contract` writes this file;
    the table is pyengine/language/contract.py.
*/

:- module(contract_table,
          [ entry/4,                    % ?Vocabulary, ?Role, ?Head, ?Arguments
            question/4,                 % ?Head, ?State, ?Given, ?Wanted
            may_fail/1                  % ?Name
          ]).

%!  entry(?Vocabulary, ?Role, ?Head, ?Arguments) is nondet.
%
%   Rules in Vocabulary are asked Head; Arguments say what its arguments
%   are. Of one role, the first that the rules define counts; one with a
%   memory among its arguments only in a game with memory.

"""
_QUESTIONS: Final = """
%!  question(?Head, ?State, ?Given, ?Wanted) is nondet.
%
%   Head is an optional question about State and what is Given besides.
%   Wanted is `test` where it holds or does not, else what its answer is.

"""
_MAY_FAIL: Final = """
%!  may_fail(?Name) is nondet.
%
%   Where Name has no solution, that is an answer.

"""
C_ANSWERS: Final = {"": "bool", "number": "Number", "class": "Word"}
"""The type in C of each kind of answer."""
_HEADER: Final = """\
/*  The optional questions about a position, as the kernel and the border ask them: the name of each, the type of its
    answer, and how many words are given besides the position. `make contract` writes this file; the table is
    language/contract.py. */

#ifndef PYENGINE_QUESTIONS_H
#define PYENGINE_QUESTIONS_H

#define QUESTIONS(X){}

#endif
"""


def prolog_facts() -> str:
    """Write the module that SWI-Prolog loads."""
    entries = [
        _fact(vocabulary, entry)
        for vocabulary, known in VOCABULARIES.items()
        for role in dict.fromkeys(entry.role or entry.name for entry in known)
        for entry in alternatives(role, vocabulary)
    ]
    questions = [_question(entry) for entry in QUESTIONS]
    failing = [f"may_fail({entry.name})." for entry in CONTRACT if entry.may_fail]
    parts = (("", entries), (_QUESTIONS, questions), (_MAY_FAIL, failing))
    return _FACTS + "".join(about + "".join(map("{}\n".format, facts)) for about, facts in parts)


def _fact(vocabulary: str, entry: Entry) -> str:
    arguments = ", ".join(f"{ARGUMENTS[argument]}({argument})" for argument in entry.arguments)
    # In ASCII, since the encoding in which SWI-Prolog reads a file depends on the locale.
    name = entry.name if entry.name.isascii() else f"'{entry.name.encode('ascii', 'backslashreplace').decode()}'"
    head = f"{name}{entry.form.removeprefix(entry.name)}"
    return f"entry({vocabulary}, {entry.role or entry.name}, {head}, [{arguments}])."


def _question(entry: Entry) -> str:
    state, *given = entry.arguments
    wanted = f"{entry.wanted}({given.pop()})" if entry.wanted else "test"
    return f"question({entry.form}, {state}, [{', '.join(given)}], {wanted})."


def questions_header() -> str:
    """Write the header that names the questions for C."""
    lines = (f"X({e.name}, {C_ANSWERS[e.wanted]}, {len(e.given)}) /* {e.meaning} */" for e in QUESTIONS)
    return _HEADER.format("".join(f" \\\n    {line}" for line in lines))


def documented() -> str:
    """Write the table of the page about rule files."""
    lines = ["| predicate | meaning | without it |", "| --- | --- | --- |"]
    for entry in CONTRACT:
        without = "needed" if entry.needed else entry.default or "a utility or an outcome is needed"
        since = "" if entry.since == "0.1.0" else f" (since {entry.since})"
        lines.append(f"| `{entry.form}` | {entry.meaning}{entry.note}{since} | {without} |")
    return "\n".join(lines)


def texts(root: Path) -> dict[Path, str]:
    """Give the files of a checkout that hold them, with what they should hold."""
    page = root / "docs" / "rule-files.md"
    before, _, rest = page.read_text(encoding="utf-8").partition("| predicate |")
    return {
        root / "rules" / "search" / "contract_table.pl": prolog_facts(),
        root / "pyengine" / "compiler" / "c" / "runtime" / "questions.h": questions_header(),
        page: f"{before}{documented()}\n{rest[rest.index(chr(10) * 2) + 1 :]}",
    }


if __name__ == "__main__":
    for _path, _text in texts(Path.cwd()).items():
        _path.write_text(_text, encoding="utf-8")
