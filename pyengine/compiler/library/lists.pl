%   member(?X, ?List)

member(X, [Y|Ys]) :-
    member_(Ys, X, Y).

member_(_, X, X).
member_([Y|Ys], X, _) :-
    member_(Ys, X, Y).

append([], L, L).
append([H|T], L, [H|R]) :-
    append(T, L, R).
