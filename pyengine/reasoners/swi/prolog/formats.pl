/*  How much format/2 and its like would write, and how deep what they write is. */

:- module(pyengine_formats,
          [ formattable/2,              % +Format, +Arguments
            fillable/1,                 % +Count
            writable/1,                 % +Term
            walked/1,                   % +Term
            too_large/0
          ]).

:- use_module(library(lists)).
:- use_module(evaluation).
:- use_module(vocabulary, [limit/2]).

%!  too_large is erroneous.

too_large :-
    throw(error(resource_error(memory), _)).

%!  fillable(+Count) is det.
%
%   Count, an expression, is not more characters than one call may fill.

fillable(Count) :-
    affordable(Count),
    (   catch(evaluate(Count, Number), _, fail),
        limit(most_characters, Most),
        Number > Most
    ->  too_large
    ;   true
    ).

%!  writable(+Term) is det.
%
%   Term is not nested deeper than SWI-Prolog can write, which uses the process's stack.

writable(Term) :-
    (   compound(Term),
        limit(deepest_written, Deepest),
        \+ '$term_size'(Term, Deepest, _)
    ->  walk(Term, Deepest, inf, _)
    ;   true
    ).

%!  walked(+Term) is det.
%
%   The same, for a predicate that goes through shared parts of Term each time that it meets them, and cannot be stopped
%   then. Going through them here can be stopped.

walked(Term) :-
    limit(deepest_written, Deepest),
    limit(most_items, Most),
    walk(Term, Deepest, Most, _).

walk(Term, Deep, Left0, Left) :-
    (   compound(Term)
    ->  (   Deep =:= 0
        ->  too_large
        ;   Term = [Head|Tail]
        ->  Deep1 is Deep-1,
            walk(Head, Deep1, Left0, Left1),
            walk(Tail, Deep, Left1, Left)
        ;   compound_name_arity(Term, _, Arity),
            Deep1 is Deep-1,
            walk_arguments(Arity, Term, Deep1, Left0, Left)
        )
    ;   width(Term, Width),
        Left is Left0-Width,
        ( Left < 0 -> too_large ; true )
    ).

walk_arguments(Index, Term, Deep, Left0, Left) :-
    (   Index =:= 0
    ->  Left = Left0
    ;   arg(Index, Term, Argument),
        walk(Argument, Deep, Left0, Left1),
        Index1 is Index-1,
        walk_arguments(Index1, Term, Deep, Left1, Left)
    ).

%!  formattable(+Format, +Arguments) is det.
%
%   The directives of Format fill no more characters than one call may, together, and each of the Arguments is written
%   or evaluated without harm. What is wrong with them is left to format/2 to say.

formattable(Format, Arguments0) :-
    (   catch(text_to_string(Format, String), _, fail)
    ->  string_codes(String, Codes),
        ( is_list(Arguments0) -> Arguments = Arguments0 ; Arguments = [Arguments0] ),
        limit(most_characters, Most),
        directives(Codes, Arguments, Most)
    ;   true
    ).

directives([], _, _).
directives([Code|Codes], Arguments, Left) :-
    (   Code =\= 0'~
    ->  directives(Codes, Arguments, Left)
    ;   column(Codes, Rest, Arguments, Arguments1, Count),
        colon(Rest, [Letter|Codes1]),
        directive(Letter, Arguments1, Arguments2, Width)
    ->  cost(Letter, Cost),
        Left1 is Left-Count*Cost-Width,
        ( Left1 < 0 -> too_large ; true ),
        directives(Codes1, Arguments2, Left1)
    ;   true
    ).

colon([0':|Codes], Codes) :-
    !.
colon(Codes, Codes).

%   column(+Codes, -Rest, +Arguments, -Arguments1, -Count): the number between ~ and the letter of a directive.

column([0'*|Codes], Codes, [Count|Arguments], Arguments, Count) :-
    !,
    integer(Count).
column([0'`, _|Codes], Codes, Arguments, Arguments, 0) :-
    !.
column(Codes, Rest, Arguments, Arguments, Count) :-
    digits(Codes, Rest, 0, Count).

digits([Code|Codes], Rest, Count0, Count) :-
    Code >= 0'0,
    Code =< 0'9,
    !,
    Count1 is min(Count0*10+Code-0'0, 0x1000000000000),
    digits(Codes, Rest, Count1, Count).
digits(Codes, Codes, Count, Count).

%   cost(+Letter, -Cost): what one more in the number of a directive costs, in characters; digits are computed.

cost(Letter, Cost) :-
    (   Letter =:= 0't
    ->  Cost = 0
    ;   memberchk(Letter, `efg`)
    ->  Cost = 10
    ;   Cost = 1
    ).

%   directive(+Letter, +Arguments, -Rest, -Width) is semidet: it takes the first of Arguments, or none, which is at
%   most Width characters wide if it is a text or a number.

directive(Letter, Arguments, Arguments, 0) :-
    memberchk(Letter, `n~|+t`),
    !.
directive(Letter, [Argument|Arguments], Arguments, Width) :-
    taken(Letter, Argument, Width).

taken(Letter, Argument, Width) :-
    memberchk(Letter, `wqpa`),
    !,
    writable(Argument),
    width(Argument, Width).
taken(Letter, Argument, 0) :-
    memberchk(Letter, `defgDc`),
    !,
    affordable(Argument).
taken(Letter, _, 0) :-
    memberchk(Letter, `isrRI`).

width(Argument, Width) :-
    (   ( atom(Argument) ; string(Argument) )
    ->  atom_length(Argument, Width)
    ;   Width = 0
    ).
