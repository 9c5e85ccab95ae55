/*  States as external records, and all that a search asks of a position in one string. */

:- module(pyengine_packing,
          [ offer/4,                    % +Sharing, +Pairs, +Index, -String
            unshared_string/2,          % +State, -String
            shared_sample/2,            % +Kind, -String
            must_be_ground/2            % +Term, +PI
          ]).

%!  offer(+Sharing, +Pairs, +Index, -String) is det.
%
%   Pack the moves and successors: "Index Count", the list of the moves, and each successor, as external records
%   with a separator between. A record may contain the separator by chance; Count tells, and Python asks again with
%   Sharing `apart`, which gives a list of strings.

offer(_, [], _, _) :-
    !,
    throw(pyengine(no_moves)).
offer(apart, Pairs, _, [Record|Strings]) :-
    !,
    must_be_ground(Pairs, move/3),
    pairs_apart(Pairs, Moves, Strings),
    fast_term_serialized(Moves, Record).
offer(Sharing, Pairs, Index, String) :-
    must_be_ground(Pairs, move/3),
    pack(Sharing, Pairs, Moves, Parts, 0, Count),
    fast_term_serialized(Moves, Record),
    atomics_to_string([Index, ' ', Count, "\000\\377\\376\\000\", Record|Parts], String).

pairs_apart([], [], []).
pairs_apart([Move-State|Pairs], [Move|Moves], [Record|Records]) :-
    unshared_string(State, Record),
    pairs_apart(Pairs, Moves, Records).

pack(keep, Pairs, Moves, Parts, Count0, Count) :-
    pack(Pairs, Moves, Parts, Count0, Count).
pack(unshare, Pairs, Moves, Parts, Count0, Count) :-
    pack_unshared(Pairs, Moves, Parts, Count0, Count).

pack([], [], [], Count, Count).
pack([Move-State|Pairs], [Move|Moves], ["\000\\377\\376\\000\", Record|Parts], Count0, Count) :-
    fast_term_serialized(State, Record),
    Count1 is Count0+1,
    pack(Pairs, Moves, Parts, Count1, Count).

pack_unshared([], [], [], Count, Count).
pack_unshared([Move-State|Pairs], [Move|Moves], ["\000\\377\\376\\000\", Record|Parts], Count0, Count) :-
    unshared_string(State, Record),
    Count1 is Count0+1,
    pack_unshared(Pairs, Moves, Parts, Count1, Count).

%!  unshared_string(+State, -String) is det.
%
%   The external record of State as it would be if no part of it were shared: the same for all states that are ==.

unshared_string(State, String) :-
    (   \+ '$factorize_term'(State, _, [])     % it changes State, which \+ undoes
    ->  (   acyclic_term(State)
        ->  unshared(State, Unshared),
            fast_term_serialized(Unshared, String)
        ;   throw(pyengine(cyclic))
        )
    ;   fast_term_serialized(State, String)
    ).

:- dynamic copy/1.

%   The clause database keeps no sharing, and is quicker than a rebuild in Prolog.

unshared(Term, Unshared) :-
    assertz(copy(Term), Ref),
    clause(copy(Unshared), true, Ref),
    erase(Ref).

%!  shared_sample(+Kind, -String) is det.
%
%   The record of a term with shared parts.

shared_sample(Kind, String) :-
    shared_term(Kind, Term),
    fast_term_serialized(Term, String).

shared_term(compound, f(X, X)) :-
    X = g(a).
shared_term(list, [X, b, X]) :-
    X = [a].
shared_term(deep, h(p(X), q(c, X))) :-
    X = g(g(g(d))).
shared_term(many, k(X, Y, Y, X, X)) :-
    X = m(1, Y),
    Y = n(e).

%!  must_be_ground(+Term, +PI) is det.
%
%   Term, which PI has given, has no variables.

must_be_ground(Term, PI) :-
    (   ground(Term)
    ->  true
    ;   throw(pyengine(nonground(PI, Term)))
    ).
