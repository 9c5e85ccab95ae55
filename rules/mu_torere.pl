/*  Mu torere, a game of the Maori

    Points on a ring around a centre, and pieces for half of them on either
    side. A piece goes to the one free point: along the ring from the point
    beside it, from the centre, or to the centre, and that only from beside
    a piece of the opponent. Who cannot move has lost. With eight points,
    play goes on for ever between those who make no mistake.
*/

:- include(library(boards)).

parameter(points, 8).

player(x).
player(o).

%   A position is s(Player, Board): whose turn it is, and x, o or e for the
%   centre and then for the points along the ring. A move is the number of
%   the point that a piece leaves, 0 for the centre.

initial(s(x, [e|Ring])) :-
    param(points, Points),
    must_be(positive_integer, Points),
    (   Points mod 2 =:= 0
    ->  Half is Points // 2
    ;   type_error(even_number, Points)
    ),
    length(Mine, Half),
    length(Theirs, Half),
    maplist(=(x), Mine),
    maplist(=(o), Theirs),
    append(Mine, Theirs, Ring).

state(s(Player, Board)) :-
    player(Player),
    initial(s(_, Start)),
    msort(Start, Pieces),
    msort(Board, Pieces).

to_move(s(Player, _), Player).

move(s(Player, Board), From, s(Opponent, Moved)) :-
    opponent(Player, Opponent),
    nth0(To, Board, e),
    !,
    replace_nth0(To, Board, e, Player, Filled),
    way(To, From, Opponent, Board),
    replace_nth0(From, Filled, Player, e, Moved).

opponent(x, o).
opponent(o, x).

%!  way(+To, -From, +Opponent, +Board) is nondet.
%
%   The rules let a piece go from From to To, if there is one.

way(0, From, Opponent, [_|Ring]) :-
    !,
    nth1(From, Ring, _),
    \+ \+ ( beside(From, Point), nth1(Point, Ring, Opponent) ).
way(_, 0, _, _).
way(To, From, _, _) :-
    beside(To, From).

%   beside(Point, Next): the points next to a point of the ring; with two
%   points, that is the same one either way.

beside(Point, Next) :-
    param(points, Points),
    Before is (Point-2) mod Points + 1,
    After is Point mod Points + 1,
    (   Next = Before
    ;   After =\= Before,
        Next = After
    ).

utility(s(x, _), -1).
utility(s(o, _), 1).

infinite(0).

%   The ring can be turned and reflected.

canonical(s(Player, [Centre|Ring]), s(Player, [Centre|Least])) :-
    findall(Image, image(Ring, Image), Images),
    sort(Images, [Least|_]).

image(Ring, Image) :-
    append(Part, [Point|Points], Ring),
    append([Point|Points], Part, Turned),
    ( Image = Turned ; reverse(Turned, Image) ).

%   The ring is drawn as a star: each point is beside two others, and all
%   are joined with the centre.

board(s(_, Board), [Board]).

layout(points([point(0, 0, 0)|Ring], Lines)) :-
    param(points, Points),
    findall(point(Point, X, Y),
            ( between(1, Points, Point),
              Angle is 2*pi*(Point-1)/Points,
              X is sin(Angle),
              Y is -cos(Angle) ),
            Ring),
    findall(line(Point, Next),
            ( between(1, Points, Point),
              ( Next = 0 ; Next is Point mod Points + 1 ) ),
            Lines).

look(x, disc(black)).
look(o, disc(white)).

show(s(Player, [Centre|Ring]), Text) :-
    atomic_list_concat(Ring, ' ', Points),
    format(atom(Text), '~w to move: ~w on the ring, ~w in the centre',
           [Player, Points, Centre]).
