:- module(closures, [player/1, initial/1, to_move/2, move/3, utility/3]).
:- use_module(library(yall)).
:- use_module(library(apply), [maplist/3, foldl/4, include/3]).
:- use_module(library(aggregate)).
:- use_module(library(assoc)).
:- use_module(library(pairs), [pairs_keys_values/3]).

% Three players share out numbered cards; a parameter says how many there are.

parameter(cards, 5).
parameter('first player', red).

player(red).
player(green).
player(blue).

initial(table(First, Cards, Hands)) :-
    param(cards, N),
    param('first player', First),
    numlist(1, N, Cards),
    findall(P-[], player(P), Pairs),
    list_to_assoc(Pairs, Hands).

to_move(table(P, _, _), P).

move(table(P, Cards, Hands), take(C), table(Q, Left, Hands2)) :-
    select(C, Cards, Left),
    get_assoc(P, Hands, Old),
    put_assoc(P, Hands, [C|Old], Hands2),
    after(P, Q).

after(red, green).
after(green, blue).
after(blue, red).

utility(table(_, [], Hands), P, V) :-
    get_assoc(P, Hands, Cards),
    foldl([C, S0, S]>>(S is S0 + C), Cards, 0, V).

board(table(_, Cards, Hands), Rows) :-
    assoc_to_values(Hands, Values),
    maplist({Cards}/[Hand, Row]>>(append(Hand, Cards, All), sort(All, Row)), Values, Rows).

order(table(_, Cards, _), take(C), Score) :-
    aggregate_all(count, (member(D, Cards), D < C), Score).

noisy(table(P, Cards, _)) :-
    \+ \+ ( member(C, Cards), C > 1 ),
    forall(member(C, Cards), \+ C = P),
    ( setof(C-D, N^(between(1, 2, N), member(C, Cards), D is C * N), Pairs) -> true ; Pairs = [] ),
    pairs_keys_values(Pairs, Keys, _),
    include([K]>>(K mod 2 =:= 0), Keys, Even),
    Even \== [],
    call([X]>>call(even_or_odd, X), 2),
    catch(once(closures:after(red, _)), error(_, _), fail).

even_or_odd(X) :- X mod 2 =:= 0, !.
even_or_odd(X) :- X mod 2 =:= 1.

show(table(P, Cards, _), Text) :-
    with_output_to(string(Text),
                   ( write(P), nl,
                     forall(member(C, Cards), format("~w~t~4|", [C])) )).

move_notation(_, take(C), Text) :- format(atom(Text), '~`.t~d~5|', [C]).
