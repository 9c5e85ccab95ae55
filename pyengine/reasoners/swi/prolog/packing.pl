/*  States as external records, and all that a search asks of a position in one string. */

:- module(pyengine_packing,
          [ offer/4,                    % +Wanted, +Pairs, +Index, -Answer
            unshared_string/2,          % +State, -String
            hexadecimal/2,              % +Rational, -String
            shared_sample/2,            % +Kind, -String
            must_be_ground/2            % +Term, +PI
          ]).

:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(vocabulary, [limit/2]).

%!  offer(+Wanted, +Pairs, +Index, -Answer) is det.
%
%   Answer what is wanted of a position that is not final. With `keep` and `unshare` it is one string: "Index Count"
%   and each successor as an external record, with a separator between. A record may contain the separator by
%   chance; Count tells, and Python asks again for the records `apart`, as a list of strings. `moves` gives the moves.

offer(_, [], _, _) :-
    !,
    throw(pyengine(no_moves)).
offer(Wanted, Pairs, Index, Answer) :-
    must_be_ground(Pairs, move/3),
    offer_(Wanted, Pairs, Index, Answer).

offer_(keep, Pairs, Index, String) :-
    length(Pairs, Count),
    pack(Pairs, Parts),
    atomics_to_string([Index, ' ', Count|Parts], String).
offer_(unshare, Pairs, Index, String) :-
    length(Pairs, Count),
    pack_unshared(Pairs, Parts),
    atomics_to_string([Index, ' ', Count|Parts], String).
offer_(apart, Pairs, _, Records) :-
    findall(Record, ( member(_-State, Pairs), unshared_string(State, Record) ), Records).
offer_(moves, Pairs, _, Moves) :-
    pairs_keys(Pairs, Moves).

pack([], []).
pack([_-State|Pairs], ['\000\\377\\376\\001\', Record|Parts]) :-
    fast_term_serialized(State, Record),
    pack(Pairs, Parts).

pack_unshared([], []).
pack_unshared([_-State|Pairs], ['\000\\377\\376\\001\', Record|Parts]) :-
    unshared_string(State, Record),
    pack_unshared(Pairs, Parts).

%!  unshared_string(+State, -String) is det.
%
%   The external record of State as it would be if no part of it were shared: the same for all states that are ==.

unshared_string(State, String) :-
    (   \+ '$factorize_term'(State, _, [])     % it changes State, which \+ undoes
    ->  (   acyclic_term(State)
        ->  must_be_unsharable(State),
            unshared(State, Unshared),
            fast_term_serialized(Unshared, String)
        ;   throw(pyengine(cyclic))
        )
    ;   fast_term_serialized(State, String)
    ).

%   must_be_unsharable(+State): without sharing State is not too large; f(X, X) in f(Y, Y) in f(Z, Z) ... doubles each
%   time. Most have so few cells, or so few shared parts, that nothing has to be counted.

must_be_unsharable(State) :-
    (   '$term_size'(State, 48, _)
    ->  true
    ;   '$term_size'(State, 300, _),
        \+ \+ ( '$factorize_term'(State, _, Shared), \+ Shared = [_, _, _|_] )
    ->  true
    ;   limit(most_repeated, Most),
        count_parts(State, Most, _)
    ).

count_parts(Term, Left0, Left) :-
    (   compound(Term)
    ->  compound_name_arity(Term, _, Arity),
        count_arguments(1, Arity, Term, Left0, Left)
    ;   Left0 > 0
    ->  Left is Left0-1
    ;   throw(error(resource_error(memory), _))
    ).

count_arguments(Index, Arity, Term, Left0, Left) :-
    (   Index < Arity
    ->  arg(Index, Term, Argument),
        count_parts(Argument, Left0, Left1),
        Index1 is Index+1,
        count_arguments(Index1, Arity, Term, Left1, Left)
    ;   Index =:= Arity
    ->  arg(Index, Term, Argument),
        count_parts(Argument, Left0, Left)
    ;   Left = Left0
    ).

:- dynamic copy/1.

%   The clause database keeps no sharing, and is quicker than a rebuild in Prolog. What is so large that it may be nested
%   deep would take the process's stack for it.

unshared(Term, Unshared) :-
    '$term_size'(Term, 10_000, _),
    !,
    assertz(copy(Term), Ref),
    clause(copy(Unshared), true, Ref),
    erase(Ref).
unshared(Term, Unshared) :-
    rebuild(Term, Unshared).

rebuild(Term, Built) :-
    (   compound(Term)
    ->  compound_name_arity(Term, Name, Arity),
        compound_name_arity(Built, Name, Arity),
        rebuild_arguments(1, Arity, Term, Built)
    ;   Built = Term
    ).

rebuild_arguments(Index, Arity, Term, Built) :-
    (   Index < Arity
    ->  arg(Index, Term, Argument),
        arg(Index, Built, Argument1),
        rebuild(Argument, Argument1),
        Index1 is Index+1,
        rebuild_arguments(Index1, Arity, Term, Built)
    ;   Index =:= Arity
    ->  arg(Index, Term, Argument),
        arg(Index, Built, Argument1),
        rebuild(Argument, Argument1)
    ;   true
    ).

%!  hexadecimal(+Rational, -String) is det.
%
%   A number whose decimal digits Python would take long to read.

hexadecimal(Rational, String) :-
    rational(Rational, Numerator, Denominator),
    format(string(String), '~16r ~16r', [Numerator, Denominator]).

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
