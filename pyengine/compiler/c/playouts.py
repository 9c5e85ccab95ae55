"""What playouts ask of the rules: how many moves a position has, and where one of them leads."""

from __future__ import annotations

from typing import Final

TAKING: Final = (
    "static bool take_child(Context *c, void *frame, Word move, Word child)",
    "{",
    "    (void)move;",
    "    *(Word *)frame = child;",
    '    return stop(c, ENOUGH, "a move is chosen");',
    "}",
    "",
)
"""The continuation of the one move that is made."""

CHILD: Final = (
    "    c->passing = index;",
    "    bool is_there = !rules_moves(c, position, take_child, out) && c->reason == ENOUGH;",
    "    c->passing = 0;",
    "    return is_there;",
)
"""Where a move leads, by its number."""


def count_lines(has_terminal: bool) -> list[str]:
    """Count the moves of a position as `expand` would: none where it is final."""
    lines = ["    *out = 0;"]
    if has_terminal:
        lines += ["    bool is_over;", "    if (!rules_is_over(c, position, &is_over))", "        return false;"]
        lines += ["    if (is_over)", "        return true;"]
    lines += [
        "    uint32_t mover;",
        "    c->passing = UINT32_MAX;",
        "    bool done = rules_moves(c, position, take_child, NULL);",
        "    *out = UINT32_MAX - c->passing;",
        "    c->passing = 0;",
    ]
    if has_terminal:
        lines += ["    if (done && *out == 0)", '        STOP("no moves");']
    return [*lines, "    return done && (*out == 0 || rules_mover(c, position, &mover));"]
