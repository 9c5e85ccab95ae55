"""Quick fixes: each makes the finding go away that it is offered for, and no new error comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyengine.editor.cases import Edit
from pyengine.editor.diagnostics import source_of
from pyengine.editor.fixes import fixes_of
from pyengine.editor.view import View, read_view
from pyengine.errors import Finding, Severity

BROKEN = Path(__file__).parents[1] / "broken"
FILES = [path for path in sorted(BROKEN.glob("*.pl")) if not path.name.startswith(("huge", "deep", "encoding", "not_"))]
UNFIXED = {
    "bad-goal", "bad-operator", "bad-number", "bad-head", "bad-value", "both-utilities", "core-operator", "not-text",
    "missing-feature", "missing-weight", "unreachable-clause", "unused-feature", "unused-memory", "wrong-arity",
    "redefined-builtin", "too-many-players", "wrong-order", "unclosed-quote", "unclosed-comment", "undefined-predicate",
}  # fmt: skip
"""What nobody but the author can mend."""


def view_of(path: Path, text: str | None = None) -> View:
    return read_view(path.as_uri(), path.read_text("utf-8") if text is None else text, 1, lambda _: None, "utf-16")


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def found(view: View) -> list[tuple[Finding, int, int]]:
    told = []
    for finding in view.examined.findings:
        if view.is_here(source := source_of(view, finding.place)):
            start = 0 if finding.place is None else source.offset(finding.place)
            told.append((finding, start, start + (0 if finding.place is None else finding.place.width)))
    return told


def errors(view: View) -> int:
    return sum(finding.severity is Severity.ERROR for finding in view.examined.findings)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_fixes_mend_what_they_are_offered_for(path: Path) -> None:
    view = view_of(path)
    for finding, start, end in found(view):
        for fix in fixes_of(view, finding, start, end):
            after = view_of(path, applied(view.text, fix.edits))
            kept = {(f.code, f.message, f.place and f.place.text) for f, _, _ in found(after)}
            assert (finding.code, finding.message, finding.place and finding.place.text) not in kept, fix
            assert errors(after) <= errors(view), (fix, after.examined.findings)


def test_all_hints_that_can_be_applied_are() -> None:
    """Every finding of the broken files has a fix, but for those that nobody but the author can mend."""
    without = set()
    for path in FILES:
        view = view_of(path)
        for finding, start, end in found(view):
            if not fixes_of(view, finding, start, end) and not finding.code.startswith("unsafe"):
                without.add((path.stem, finding.code))
    left = {stem for stem, code in without if code not in UNFIXED}
    assert ("contract_undefined_terminal", "undefined-predicate") not in without
    assert left == {"syntax_if_else", "syntax_block_comment_ends_early", "contract_move_arity"}


def test_a_game_begins_with_its_skeleton() -> None:
    path = BROKEN / "empty.pl"
    view = view_of(path, "")
    ((finding, start, end),) = found(view)
    (fix,) = fixes_of(view, finding, start, end)
    after = view_of(path, applied("", fix.edits))
    assert fix.title == "write player/1, initial/1, to_move/2, move/3, utility/2"
    assert after.examined.findings == ()


SUM = " + ".join(f"(N - {number})" for number in range(30))
MENDED = {
    "x(N) :- N is N + 1, y(N).": "x(N) :- N1 is N + 1, y(N).",
    f"x(N) :- N is {SUM}, y(N).": f"x(N) :- N1 is {SUM}, y(N).",
    "x(N) :- M := N + 1, y(M).": "x(N) :- M is N + 1, y(M).",
    "x(N) :- M:=N + 1, y(M).": "x(N) :- M is N + 1, y(M).",
    f"utility(N, V) :- V = {SUM}, y(N).": f"utility(N, V) :- V is {SUM}, y(N).",
    "utility(N, V) :- V=N-0'a, y(N).": "utility(N, V) :- V is N-0'a, y(N).",
    "utility(N, V) :- =(V, N - 1), y(N).": "utility(N, V) :- is(V, N - 1), y(N).",
    "x(N) :- user:y(_, _), y(N).": "x(N) :- y(_, _), y(N).",
    "move(N, go, N - 1) :- y(N).": "move(N, go, Value) :- y(N), Value is N - 1.",
    "move(N, go, s(Value, N - 1)) :- ( y(N) ; y(Value) ).": (
        "move(N, go, s(Value, Value1)) :- ( ( y(N) ; y(Value) )), Value1 is N - 1."
    ),
    "move(N, go, N\n    - 1) :- y(N).": "move(N, go, Value) :- y(N), Value is N\n    - 1.",
    "utility(_, 0 - 1).": "utility(_, Value) :- Value is 0 - 1.",
    "y(1). y(1) /* once. */ .": "y(1). ",
    "x(N) :- \\+ user:(y(N), y(N)), y(N).": "x(N) :- \\+ (y(N), y(N)), y(N).",
}


@pytest.mark.parametrize("clause", MENDED)
def test_a_fix_leaves_all_else_as_it_is_written(clause: str) -> None:
    text = f"{clause}\ny(_).\ny(_, _).\n"
    view = view_of(BROKEN / "none.pl", text)
    fixes = [fix for finding in found(view) for fix in fixes_of(view, *finding)]
    assert f"{MENDED[clause]}\ny(_).\ny(_, _).\n" in [applied(text, fix.edits) for fix in fixes]
