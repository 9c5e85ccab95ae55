%   library(occurs) and library(terms)

sub_term(X, Term) :-
    (   X = Term
    ;   compound(Term),
        arg(_, Term, Arg),
        sub_term(X, Arg)
    ).

sub_var(X, Term) :-
    contains_var(X, Term).

contains_term(X, Term) :-
    sub_term(X, Term),
    !.

contains_var(X, Term) :-
    \+ free_of_var(X, Term).

free_of_term(X, Term) :-
    \+ sub_term(X, Term).

free_of_var(X, Term) :-
    \+ ( sub_term(Y, Term), X == Y ).

occurrences_of_term(X, Term, Count) :-
    aggregate_all(count, sub_term(X, Term), Count).

occurrences_of_var(X, Term, Count) :-
    aggregate_all(count, ( sub_term(Y, Term), X == Y ), Count).

subsumes_chk(General, Specific) :-
    subsumes_term(General, Specific).

variant(X, Y) :-
    X =@= Y.

mapargs(Goal, Term1, Term2) :-
    same_functor(Term1, Term2),
    functor(Term1, _, Arity),
    mapargs_(1, Arity, Goal, Term1, Term2).

mapargs_(I, Arity, Goal, Term1, Term2) :-
    (   I =< Arity
    ->  arg(I, Term1, A1),
        arg(I, Term2, A2),
        call(Goal, A1, A2),
        I1 is I + 1,
        mapargs_(I1, Arity, Goal, Term1, Term2)
    ;   true
    ).

same_functor(Term1, Term2) :-
    (   nonvar(Term1)
    ->  functor(Term1, Name, Arity),
        functor(Term2, Name, Arity)
    ;   functor(Term2, Name, Arity),
        functor(Term1, Name, Arity)
    ).

%   Grammar bodies that only the run knows.

call_dcg(Body, List, Rest) :-
    '$grammar_goal'(Body, List, Rest, Goal),
    call(Goal).
