/*  Arithmetic whose sizes are looked at before it is done.

    Inside one operation of SWI-Prolog nothing can be stopped, and 3**(10**9) is one operation. The goals of rules are
    rewritten: where all variables are integers, which costs next to nothing to see, and the expression cannot become
    large at once, SWI-Prolog evaluates it, and a large result is looked at afterwards. All else is evaluated by
    evaluation.pl, operation by operation.
*/

:- module(pyengine_arithmetic,
          [ sized_arithmetic/2,         % +Goal, -Sized
            arithmetic/1                % ?Goal
          ]).

:- use_module(library(lists)).
:- use_module(evaluation, []).        % what rewritten rules call
:- use_module(vocabulary, [limit/2]).

%!  arithmetic(?Goal) is nondet.
%
%   Goal evaluates its arguments.

arithmetic(_ is _).
arithmetic(_ =:= _).
arithmetic(_ =\= _).
arithmetic(_ < _).
arithmetic(_ > _).
arithmetic(_ =< _).
arithmetic(_ >= _).

%!  sized_arithmetic(+Goal, -Sized) is det.
%
%   Sized does what Goal does, an arithmetic goal, or ends in an error of resources. Numbers of rules have at most
%   most_bits bits, so what an expression can come to is known from how often it multiplies (its weight).

sized_arithmetic(Goal, Sized) :-
    weigh_goal(Goal, Weight, Tests, Conditions),
    Weight =< 8,
    !,
    sort(0, @<, Tests, Integers),
    findings(Goal, Weight, Done),
    (   Integers == [],
        Conditions == []
    ->  Sized = Done
    ;   otherwise(Goal, Integers, Conditions, Otherwise),
        integer_tests(Integers, Conditions, Condition),
        Sized = ( Condition -> Done ; Otherwise )
    ).
sized_arithmetic(Goal, pyengine_evaluation:Checked) :-
    checked_goal(Goal, Checked).

checked_goal(Goal, Checked) :-
    Goal =.. [Name, A, B],
    atom_concat(checked_, Name, CheckedName),
    Checked =.. [CheckedName, A, B].

findings(X is Expression, Weight, Done) :-
    Weight > 1,
    !,
    Done = ( X is Expression,
             ( abs(X) < 0x4000000000000000 -> true ; pyengine_evaluation:fits(X) ) ).
findings(Goal, _, Goal).

%   Floats are as harmless as integers, but for conditions on shifts and powers.

otherwise(X is Expression, Integers, [], pyengine_evaluation:is_mixed(X, Expression, Integers)) :-
    !.
otherwise(Goal, Integers, [], pyengine_evaluation:compare_mixed(Name, A, B, Integers)) :-
    !,
    Goal =.. [Name, A, B].
otherwise(Goal, _, _, pyengine_evaluation:Checked) :-
    checked_goal(Goal, Checked).

integer_tests([], [Condition], Condition) :-
    !.
integer_tests([], [Condition|Conditions], (Condition, Rest)) :-
    integer_tests([], Conditions, Rest).
integer_tests([Variable], [], integer(Variable)) :-
    !.
integer_tests([Variable|Variables], Conditions, (integer(Variable), Rest)) :-
    integer_tests(Variables, Conditions, Rest).

weigh_goal(_ is Expression, Weight, Variables, Conditions) :-
    !,
    weigh(Expression, Weight, Variables, [], Conditions, []).
weigh_goal(Goal, Weight, Variables, Conditions) :-
    Goal =.. [_, A, B],
    weigh(A, WeightA, Variables, Variables1, Conditions, Conditions1),
    weigh(B, WeightB, Variables1, [], Conditions1, []),
    Weight is max(WeightA, WeightB).

%   weigh(+Expression, -Weight, -Variables, ?Variables0, -Conditions, ?Conditions0) is semidet: where the Variables
%   are integers and the Conditions hold, in this order, the value has at most Weight times most_bits bits, but for a
%   few; it fails where that is not known.

weigh(Variable, 1, [Variable|Variables], Variables, Conditions, Conditions) :-
    var(Variable),
    !.
weigh(Number, Weight, Variables, Variables, Conditions, Conditions) :-
    number(Number),
    !,
    ( integer(Number) ; float(Number) ),
    ( small(Number) -> Weight = 0 ; Weight = 1 ).
weigh(Expression, Weight, Variables, Variables0, Conditions, Conditions0) :-
    compound(Expression),
    compound_name_arguments(Expression, Name, Arguments),
    weigh(Arguments, Name, Weight, Variables, Variables0, Conditions, Conditions0).

weigh([A], Name, Weight, Variables, Variables0, Conditions, Conditions0) :-
    unary(Name),
    weigh(A, Weight, Variables, Variables0, Conditions, Conditions0).
weigh([A, B], Name, Weight, Variables, Variables0, Conditions, Conditions0) :-
    weigh(A, WeightA, Variables, Variables1, Conditions, Conditions1),
    weigh(B, WeightB, Variables1, Variables0, Conditions1, Conditions2),
    binary(Name, A, B, WeightA, WeightB, Weight, Conditions2, Conditions0).

unary(Name) :-
    memberchk(Name, [-, +, abs, sign, \, msb, lsb, popcount, truncate, integer, round, floor, ceiling, float, sqrt]).

binary(*, _, _, WeightA, WeightB, Weight, Conditions, Conditions) :-
    Weight is WeightA+WeightB.
binary(<<, _, B, WeightA, _, Weight, Conditions, Conditions0) :-
    Weight is WeightA+1,
    limit(most_bits, Most),
    condition(B, B < Most, Conditions, Conditions0).
binary(>>, _, B, WeightA, _, WeightA, Conditions, Conditions0) :-
    condition(B, B >= 0, Conditions, Conditions0).
binary(Name, A, B, WeightA, _, Weight, Conditions, Conditions0) :-
    memberchk(Name, [**, ^]),
    !,
    (   integer(B),
        B >= 1
    ->  B =< 8,
        Weight is WeightA*B,
        Conditions = Conditions0
    ;   integer(A),
        A >= 2,
        limit(most_bits, Most),
        Largest is Most//(msb(A)+1),
        Weight = 1,
        Conditions = [B >= 0, B < Largest|Conditions0]
    ).
binary(Name, _, B, WeightA, _, WeightA, Conditions, Conditions0) :-
    memberchk(Name, [//, div, mod, rem, /]),
    !,
    condition(B, B =\= 0, Conditions, Conditions0).
binary(Name, _, _, WeightA, WeightB, Weight, Conditions, Conditions) :-
    memberchk(Name, [+, -, min, max, /\, \/, xor, gcd, getbit]),
    Weight is max(WeightA, WeightB).

%   condition(+Operand, +Condition, -Conditions, ?Conditions0): the run need not look at what is known to hold.

condition(Operand, Condition, Conditions, Conditions0) :-
    (   integer(Operand),
        call(Condition)
    ->  Conditions = Conditions0
    ;   Conditions = [Condition|Conditions0]
    ).

small(Number) :-
    ( float(Number) -> true ; abs(Number) < 0x4000000000000000 ).
