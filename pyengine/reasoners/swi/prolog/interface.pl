/*  Which of the predicates of the contract a rule file defines. */

:- module(pyengine_interface,
          [ defines/2,                  % +Rules, +PI
            vocabulary/2,               % +Rules, -Vocabulary
            textbook/4,                 % ?Vocabulary, ?Moves, ?MaxToMove, ?MinToMove
            offered/3,                  % +Vocabulary, +Rules, -Offer
            has_memory/1,               % +Rules
            position/4                  % +Rules, ?State, ?Memory, ?Position
          ]).

:- use_module(library(lists)).

%!  defines(+Rules, +PI) is semidet.
%
%   The rule file has clauses for PI.

defines(Rules, Name/Arity) :-
    functor(Head, Name, Arity),
    '$c_current_predicate'(_, Rules:Head),     % predicate_property/2 would look for it in libraries
    predicate_property(Rules:Head, implementation_module(Rules)),
    predicate_property(Rules:Head, number_of_clauses(Count)),
    Count > 0.

%!  vocabulary(+Rules, -Vocabulary) is det.
%
%   The names that a rule file uses: `contract`, or a textbook's.

vocabulary(Rules, Vocabulary) :-
    (   defines(Rules, move/3)
    ->  Vocabulary = contract
    ;   textbook(Vocabulary, Moves, _, _),
        defines(Rules, Moves/2)
    ->  true
    ;   throw(pyengine(missing(move/3)))
    ).

%!  textbook(?Vocabulary, ?Moves, ?MaxToMove, ?MinToMove) is nondet.

textbook(english, moves, max_to_move, min_to_move).
textbook(romanian, mutari, mutare_max, mutare_min).

%!  offered(+Vocabulary, +Rules, -Offer) is nondet.
%
%   Offer is something optional that the rules define.

offered(_, Rules, Name) :-
    member(Name/Arity, [ initial/1, staticval/2, canonical/2, order/3, noisy/1, infinite/1, board/2, show/2,
                         terminal/1, notation/2, move_notation/3, memory/3 ]),
    defines(Rules, Name/Arity).
offered(_, Rules, features) :-
    defines(Rules, feature/3),
    defines(Rules, weight/2).
offered(contract, Rules, utilities) :-
    ( defines(Rules, outcome/4) ; \+ defines(Rules, outcome/3), \+ defines(Rules, utility/2) ),
    !.
offered(contract, Rules, outcome) :-
    has_memory(Rules).
offered(contract, Rules, terminal_memory) :-
    has_memory(Rules),
    defines(Rules, terminal/2).

%!  has_memory(+Rules) is semidet.
%
%   The worth of a final position depends on how the game got there.

has_memory(Rules) :-
    ( defines(Rules, outcome/3) ; defines(Rules, outcome/4) ),
    !.

%!  position(+Rules, ?State, ?Memory, ?Position) is det.
%
%   What Python takes for a state: in a game with memory, State with its Memory.

position(Rules, State, Memory, Position) :-
    (   has_memory(Rules)
    ->  Position = State-Memory
    ;   Position = State
    ).
