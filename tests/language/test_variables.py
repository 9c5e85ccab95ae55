"""Variables used once are the ones that SWI-Prolog warns about."""

from __future__ import annotations

import re
import subprocess

CLAUSES = """\
a1(X).
a2(X, X).
a3(X, Y) :- X > 1.
a4(_, _).
a5(_X, _Y).
a6(_X, _X).
a7(_x, _x, _1, _1).
a8(X) :- ( X = 1, Y = 1 ; X = 2, Y = 2 ).
a9(X) :- ( X = 1, Y = 1 ; X = 2, Y = 2 ), Y > 0.
b1(X) :- ( X = 1 -> Y = 1 ; X = 2 -> Y = 2 ; Y = 3 ).
b2(X) :- ( X = 1 -> _Y = 1 ; _Y = 2 ).
b3(X) :- _Y = X, ( _Y = 1 ; true ).
b4(X) :- findall(Y, ( X = Y ; X = Z ), _).
b5(X) :- ( X = A, A = B ; X = B ).
b6([H|T]) :- b6(T).
b7(X) :- forall(member(Y, X), Z = Y).
b8(X) :- X = [_, Y|_], maplist([Z]>>(Z > Y), X).
b9 --> [X], { X > 1 }, [Y].
c1(X) --> ( [X] ; [Z] ).
c2(X), X > 1 => true.
c3(X, Y) => X = 1.
c4('X', "Y", f(Z)).
c5(X) :- ( ( X = 1 ; X = 2, Y = 3 ) ; Y = 4 ).
"""
_SINGLE = re.compile(r"Singleton variables?(?: in branch)?: \[?([^\]\n]*)\]?")
_MARKED = re.compile(r"Singleton-marked variables? appear(?:s|ing)? more than once: \[?([^\]\n]*)\]?")


def warned_by_swi(path):
    """Give the line and name of every variable that SWI-Prolog warns about, on loading a file."""
    done = subprocess.run(
        ["swipl", "-q", "-g", f"consult(game:'{path}')", "-t", "halt"], capture_output=True, text=True, check=False
    )
    found, line = set(), 0
    for text in done.stderr.splitlines():
        if place := re.match(r"Warning: \S+:(\d+):", text):
            line = int(place[1])
        for names in (*_SINGLE.findall(text), *_MARKED.findall(text)):
            found |= {(line, name) for name in names.split(",")}
    return found


def test_variables_agree_with_swi_prolog(tmp_path, check_text):
    path = tmp_path / "variables.pl"
    path.write_text(CLAUSES)
    ours = {
        (finding.place.line, finding.message.split()[0])
        for finding in check_text(CLAUSES)
        if finding.code in ("singleton-variable", "reused-variable")
    }
    assert ours == warned_by_swi(path)
    assert len(ours) > 12
