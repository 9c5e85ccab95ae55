/*  Connect Four: rows of cells from the bottom up. All lines of the board are
    put into one long list by difference lists, with a wall between them, and
    four in a row are looked for there.
*/

player(x).
player(o).

initial(s(x, Rows)) :-
    length(Rows, 6),
    maplist(empty_row, Rows).

empty_row([e,e,e,e,e,e,e]).

to_move(s(P, _), P).

move(s(P, Rows), Column, s(Q, Rows2)) :-
    between(1, 7, Column),
    drop(Rows, Column, P, Rows2),
    toggle(P, Q).

drop([Row|Rows], Column, P, [Row2|Rows]) :-
    nth1(Column, Row, e),
    !,
    put(Column, Row, P, Row2).
drop([Row|Rows], Column, P, [Row|Rows2]) :-
    drop(Rows, Column, P, Rows2).

put(1, [_|Cells], P, [P|Cells]) :- !.
put(N, [Cell|Cells], P, [Cell|Cells2]) :-
    M is N - 1,
    put(M, Cells, P, Cells2).

toggle(x, o).
toggle(o, x).

all_lines(Rows, Line) :-
    lines(Rows, Line, Line1),
    columns(Rows, Columns),
    lines(Columns, Line1, Line2),
    shifted(Rows, 0, Up),
    columns(Up, Ups),
    lines(Ups, Line2, Line3),
    reverse(Rows, Down),
    shifted(Down, 0, Downs0),
    columns(Downs0, Downs),
    lines(Downs, Line3, []).

lines([], L, L).
lines([Cells|Rest], L0, L) :-
    add(Cells, L0, [wall|L1]),
    lines(Rest, L1, L).

add([], L, L).
add([C|Cs], [C|L0], L) :- add(Cs, L0, L).

columns([[]|_], []) :- !.
columns(Rows, [Column|Columns]) :-
    maplist(head_tail, Rows, Column, Tails),
    columns(Tails, Columns).

head_tail([H|T], H, T).

shifted([], _, []).
shifted([Row|Rows], N, [Shifted|More]) :-
    M is 5 - N,
    length(Left, N),
    maplist(=(e), Left),
    length(Right, M),
    maplist(=(e), Right),
    append([Left, Row, Right], Shifted),
    N1 is N + 1,
    shifted(Rows, N1, More).

four(P, [P,P,P,P|_]) :- !.
four(P, [_|Cells]) :- four(P, Cells).

win(P, Rows) :-
    all_lines(Rows, Line),
    four(P, Line).

terminal(s(P, Rows)) :- toggle(P, Q), win(Q, Rows), !.
terminal(s(_, Rows)) :- last(Rows, Top), \+ memberchk(e, Top).

utility(s(P, Rows), V) :-
    toggle(P, Q),
    (   win(Q, Rows)
    ->  ( Q = x -> V = 1 ; V = -1 )
    ;   V = 0
    ).

board(s(_, Rows), Shown) :-
    reverse(Rows, Down),
    maplist(maplist(shown), Down, Shown).

shown(e, '.').
shown(x, x).
shown(o, o).
