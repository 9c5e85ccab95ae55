"""A quick game with three features, whose hand-set weights are poor."""

COINS = """
player(max).
player(min).

initial(s(max, [c,s,g,c,s,c,g,s,c,s,g,c,g,s], 0, 0, 0)).

to_move(s(Player, _, _, _, _), Player).

move(s(Player, [Coin|Row], G, S, C), left, Next) :-
    taken(Coin, Player, Row, G, S, C, Next).
move(s(Player, Row, G, S, C), right, Next) :-
    append(Rest, [Coin], Row),
    taken(Coin, Player, Rest, G, S, C, Next).

taken(g, Player, Row, G, S, C, s(Other, Row, G1, S, C)) :- turn(Player, Other, N), G1 is G+N.
taken(s, Player, Row, G, S, C, s(Other, Row, G, S1, C)) :- turn(Player, Other, N), S1 is S+N.
taken(c, Player, Row, G, S, C, s(Other, Row, G, S, C1)) :- turn(Player, Other, N), C1 is C+N.

turn(max, min, 1).
turn(min, max, -1).

terminal(s(_, [], _, _, _)).

utility(s(_, _, G, S, C), Worth) :- Worth is 12*G + 4*S + C.

feature(s(_, _, G, _, _), gold, G).
feature(s(_, _, _, S, _), silver, S).
feature(s(_, _, _, _, C), copper, C).
feature(_, nothing, 0).

weight(gold, 1).
weight(silver, 1). weight(copper, 1).
weight(nothing, 7).
"""
