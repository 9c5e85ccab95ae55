"""Rules and twins read the same texts as positions, and refuse the same."""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine.errors import InvalidStateError

from .sides import SIDES

REFUSED: list[tuple[str, dict[str, object], str]] = [
    *(
        ("english_draughts", {}, text)
        for text in (
            "W:W0x1E:B27",
            "W:W3 0:B27",
            "W:W+30:B27",
            "W:W3_0:B27",
            "W:W0'a:B27",
            "W:W٣:B27",
            "W:W30\t:B27",
            "W:W\t30:B27",
            "W:W30,\t,29:B27",
            "W:W21-+30:B5",
            "W:WK30:BK27:H0x3",
            "W:WK30:BK27:H 3",
            "W:WK30:BK27:H-3",
            f"W:W{'9' * 5000}:B27",
        )
    ),
    *(
        ("dots_and_boxes", {}, f"100000000000 b {margin}")
        for margin in ("0'a", "0x1", "+1", "1_0", "1.0", "٣", "--1", "- 1", "", " 0", "1e2")
    ),
    ("dots_and_boxes", {}, "0x1000000000 b 0"),
    ("dots_and_boxes", {}, "٠٠٠٠٠٠٠٠٠٠٠٠ b 0"),
    ("connect_four", {}, ""),
    ("connect_four", {}, "......./......./......./......./o....../xxxxooo"),
    ("connect_four", {}, "......./......./......./......./xx...../ooooxxx"),
    ("connect_four", {"width": 3, "height": 2, "length": 2}, "xo./xo."),
    *(
        ("chess", {}, text)
        for text in (
            "",
            "x",
            "rnbqkbnr/pppppppp/9/7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqK - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w -- - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0x1 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "kk6/8/8/8/8/8/8/K7 w - - 0 1",
            "k7/8/8/8/8/8/8/KP6 w - - 0 1",
            "k7/1Q6/8/8/8/8/8/K7 w - - 0 1",  # black is in check, and white is to move
            "kK6/8/8/8/8/8/8/8 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K1R1 w K - 0 1",  # no rook to castle with
            "k7/8/8/8/8/8/8/K7/8 w - - 0 1",
            "k7/3p4/8/3pP3/8/8/8/K7 w - d6 0 1",  # the pawn cannot have come from d7
            "k7/8/8/3pP3/8/8/8/K7 b - d6 0 1",
            "k7/8/8/3pP3/8/8/8/K7 w - d9 0 1",
            "k7/8/8/8/8/8/8/K100000000 w - - 0 1",
            "k7/8/8/8/8/8/8/K7\tw - - 0 1",
            "８/8/8/8/8/8/8/K6k w - - 0 1",
            f"k7/8/8/8/8/8/8/K{'7' * 5000} w - - 0 1",
        )
    ),
    *(("chess_ending", {}, text) for text in ("8/8/8/8/8/1k6/8/K1Q5 w", "8/8/8/8/8/1k6/8/K1R5  w")),
    ("chess_ending", {}, "٨/8/8/8/8/1k6/8/K1R5 w"),
    ("chess_ending", {"pieces": "kqk"}, "8/8/8/8/8/1k6/8/K1R5 w"),
    ("chess_ending", {}, "8/8/8/8/8/1k6/8/K1R5\tw"),
    *(("hexapawn", {}, text) for text in ("ppp/٣/PPP w", "ppp/3/PPP  w", "ppp/+3/PPP w", "ppp/0x3/PPP w")),
    ("othello", {"size": 4}, "-----OX--XO-----  X"),
    *(("nim", {}, f"nim({text})") for text in ("max,[2,1]", "max,[0]", "ann,[1]", "max,[-1]", "max,1")),
    *(("kayles", {}, f"kayles({text})") for text in ("min,[3,1]", "min,[0,1]", "x,[1]", "min")),
    *(
        ("mu_torere", {"points": 4}, f"s({text})")
        for text in ("x,[e,x,x,o]", "x,[e,x,x,x,o]", "x,[e,x,x,o,o,e]", "e,[e,x,x,o,o]", "x,[x,x,x,o,o]")
    ),
    *(
        ("tictactoe", {"columns": 2, "rows": 2}, f"s({text})")
        for text in ("o,[e,e,e,e]", "x,[x,e,e,e]", "x,[e,e,e]", "x,[o,e,e,x],1", "o,[o,e,e,e]", "x,[e,e,e,z]")
    ),
]

READ = [
    ("english_draughts", {}, "W:W18, K27:B 5,06", "W:W18,K27:B5,6"),
    ("english_draughts", {}, "W: WK30 :BK27:H003.", "W:WK30:BK27:H3"),
    ("dots_and_boxes", {}, " 100000000000 b -01\n", "100000000000 b -1"),
    ("connect_four", {"width": 2, "height": 2}, "12", "../xo"),
    ("chess", {}, " k7/8/8/8/8/8/8/K7", "k7/8/8/8/8/8/8/K7 w - - 0 1"),
    ("chess", {}, "r3k2r/8/8/8/8/8/8/R3K2R  b  qK - 3 70", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 1"),
    ("chess", {}, "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1"),
    ("chess", {}, "k7/8/8/3p1P2/8/8/8/K7 w - d6 0 1", "k7/8/8/3p1P2/8/8/8/K7 w - - 0 1"),  # nobody can capture
    ("chess_ending", {}, "8/8/8/8/8/1k6/8/K1R5 w", "8/8/8/8/8/1k6/8/K1R5 w - - 0 1"),
    ("hexapawn", {}, "ppp/1.1/PPP w", "ppp/3/PPP w"),
    ("nim", {}, "nim( min, [1 ,20] )", "nim(min,[1,20])"),
    ("kayles", {}, "kayles(max,[])", "kayles(max,[])"),
    ("even_wins", {}, "pile(min, 26)-[0, 1]", "pile(min,26)-[0,1]"),
    ("mu_torere", {"points": 4}, "s(o,[x, e,x,o,o])", "s(o,[x,e,x,o,o])"),
    ("tictactoe", {"columns": 2, "rows": 2}, " s(o, [x,e,e,e])", "s(o,[x,e,e,e])"),
]


@SIDES
@pytest.mark.parametrize(("name", "given", "text"), REFUSED, ids=lambda part: str(part)[:40])
def test_refused(make: Any, name: str, given: dict[str, object], text: str) -> None:
    with pytest.raises(InvalidStateError):
        make(name, **given).parse_state(text)


@SIDES
@pytest.mark.parametrize(("name", "given", "text", "written"), READ)
def test_read(make: Any, name: str, given: dict[str, object], text: str, written: str) -> None:
    game = make(name, **given)
    assert game.text(game.parse_state(text)) == written


@SIDES
@pytest.mark.parametrize(
    "text", ["0x0B-15", "1_1-15", "+11-15", "11\t-15", "١١-15", "11--15", "9" * 5000 + "-15"], ids=lambda text: text[:9]
)
def test_moves_with_other_numbers(make: Any, text: str) -> None:
    game = make("english_draughts")
    assert game.move_text(game.parse_move("11 - 15"), game.initial) == "11-15"
    with pytest.raises(pyengine.IllegalMoveError):
        game.parse_move(text)


@SIDES
@pytest.mark.parametrize(
    "name", ["tictactoe", "othello", "dots_and_boxes", "english_draughts", "connect_four", "hexapawn"]
)
def test_what_is_no_move_leads_nowhere(make: Any, name: str) -> None:
    game = make(name)
    with pytest.raises(pyengine.IllegalMoveError, match="zz"):
        game.result(game.initial, "zz")
