/*  Expressions evaluated operation by operation, each after a look at how large its result would be. */

:- module(pyengine_evaluation,
          [ evaluate/2,                 % +Expression, -Number
            affordable/1,               % +Expression
            fits/1,                     % +Number
            bits/2,                     % +Rational, -Bits
            is_mixed/3,                 % ?Number, +Expression, +Variables
            compare_mixed/4,            % +Comparison, +Expression, +Expression, +Variables
            'checked_is'/2,             % ?Number, +Expression
            'checked_=:='/2,            % +Expression, +Expression
            'checked_=\\='/2,
            'checked_<'/2,
            'checked_>'/2,
            'checked_=<'/2,
            'checked_>='/2
          ]).

:- use_module(vocabulary, [limit/2]).

%!  is_mixed(?Number, +Expression, +Variables) is semidet.
%!  compare_mixed(+Comparison, +Expression, +Expression, +Variables) is semidet.
%
%   Arithmetic that is safe where all Variables are integers or floats.

is_mixed(X, Expression, Variables) :-
    (   plain_numbers(Variables)
    ->  X is Expression,
        fits(X)
    ;   checked_is(X, Expression)
    ).

compare_mixed(Name, A, B, Variables) :-
    (   plain_numbers(Variables)
    ->  compared(Name, A, B)
    ;   evaluate(A, X),
        evaluate(B, Y),
        compared(Name, X, Y)
    ).

plain_numbers([]).
plain_numbers([Number|Numbers]) :-
    ( float(Number) -> true ; integer(Number) ),
    plain_numbers(Numbers).

compared(=:=, A, B) :- A =:= B.
compared(=\=, A, B) :- A =\= B.
compared(<, A, B) :- A < B.
compared(>, A, B) :- A > B.
compared(=<, A, B) :- A =< B.
compared(>=, A, B) :- A >= B.

checked_is(X, Expression) :-
    evaluate(Expression, Value),
    X = Value.

'checked_=:='(A, B) :- evaluate(A, X), evaluate(B, Y), X =:= Y.
'checked_=\\='(A, B) :- evaluate(A, X), evaluate(B, Y), X =\= Y.
'checked_<'(A, B) :- evaluate(A, X), evaluate(B, Y), X < Y.
'checked_>'(A, B) :- evaluate(A, X), evaluate(B, Y), X > Y.
'checked_=<'(A, B) :- evaluate(A, X), evaluate(B, Y), X =< Y.
'checked_>='(A, B) :- evaluate(A, X), evaluate(B, Y), X >= Y.

%!  affordable(+Expression) is det.
%
%   Expression is not evaluable or can be evaluated without becoming too large.

affordable(Expression) :-
    (   number(Expression)
    ->  true
    ;   catch(evaluate(Expression, _),
              error(Formal, _),
              ( Formal = resource_error(_) -> throw(error(Formal, _)) ; true ))
    ).

%!  evaluate(+Expression, -Number) is det.

evaluate(Expression, Number) :-
    (   number(Expression)
    ->  Number = Expression
    ;   compound(Expression)
    ->  evaluate_compound(Expression, Number)
    ;   Number is Expression
    ).

%   As in SWI-Prolog, the last argument comes first, and then the function is looked for.

evaluate_compound(Expression, Number) :-
    Expression = [_|_],
    !,
    Number is Expression.
evaluate_compound(roundtoward(Expression, Direction), Number) :-
    !,
    evaluate(Expression, _),
    Number is roundtoward(Expression, Direction).
evaluate_compound(Expression, Number) :-
    compound_name_arity(Expression, Name, Arity),
    evaluate_function(Arity, Name, Expression, Number).

evaluate_function(2, Name, Expression, Number) :-
    !,
    arg(1, Expression, A),
    arg(2, Expression, B),
    evaluate(B, Y),
    evaluate(A, X),
    (   rational(X),
        rational(Y)
    ->  affordable(Name, X, Y)
    ;   true
    ),
    compound_name_arguments(Plain, Name, [X, Y]),
    Number is Plain.
evaluate_function(Arity, Name, Expression, Number) :-
    functor(Plain, Name, Arity),
    evaluate_arguments(Arity, Expression, Plain),
    ( Plain = powm(X, Y, Z) -> require_power_modulo(X, Y, Z) ; true ),
    Number is Plain.

evaluate_arguments(Index, Expression, Plain) :-
    (   Index =:= 0
    ->  true
    ;   arg(Index, Expression, A),
        evaluate(A, X),
        arg(Index, Plain, X),
        Index1 is Index-1,
        evaluate_arguments(Index1, Expression, Plain)
    ).

require_power_modulo(X, Y, Z) :-
    forall(( arg(_, powm(X, Y, Z), Number),
             \+ integer(Number) ),
           throw(error(type_error(integer, Number), context(system:powm/3, _)))),
    bits(Y, BitsY),
    bits(Z, BitsZ),
    limit(longest_work, Longest),
    require(BitsY*BitsZ*BitsZ =< Longest).

%   affordable(+Name, +X, +Y) is det: the operation Name on two rationals gives nothing too large.

affordable(*, X, Y) :-
    !,
    require_bits(X, Y).
affordable(<<, X, Y) :-
    !,
    ( integer(Y), Y > 0 -> require_shift(X, Y) ; require_index(Y) ).
affordable(>>, X, Y) :-
    !,
    ( integer(Y), Y < 0 -> Shift is -Y, require_shift(X, Shift) ; require_index(Y) ).
affordable(Name, X, Y) :-
    memberchk(Name, [**, ^]),
    !,
    require_power(X, Y).
affordable(Name, X, Y) :-
    (   integer(X),
        integer(Y),
        Name \== rdiv,
        Name \== lcm
    ->  true
    ;   require_bits(X, Y)
    ).

require_bits(X, Y) :-
    bits(X, BitsX),
    bits(Y, BitsY),
    limit(most_bits, Most),
    require(BitsX+BitsY =< Most).

require_shift(X, Shift) :-
    bits(X, Bits),
    limit(most_bits, Most),
    require(( X == 0 ; Bits+Shift =< Most )).

%   SWI-Prolog takes no index beyond 64 bits, and forgets the upper ones of some below.

require_index(Y) :-
    require(abs(Y) < 0x4000000000000000).

require_power(X, Y) :-
    (   ( X =:= 0 ; X =:= 1 ; X =:= -1 )
    ->  true
    ;   rational(Y, Exponent, Root),
        bits(X, Bits),
        limit(most_bits, Most),
        require(( (Bits-1)*abs(Exponent) =< Most, Root =< Most ))
    ).

%!  bits(+Rational, -Bits) is det.
%
%   Bits is the size of an integer, or of the larger part of another rational number.

bits(X, Bits) :-
    (   integer(X)
    ->  integer_bits(X, Bits)
    ;   rational(X, Numerator, Denominator),
        integer_bits(Numerator, A),
        integer_bits(Denominator, B),
        Bits is max(A, B)
    ).

integer_bits(X, Bits) :-
    (   X =:= 0
    ->  Bits = 0
    ;   Bits is msb(abs(X))+1
    ).

require(Condition) :-
    (   call(Condition)
    ->  true
    ;   throw(error(resource_error(stack), _))
    ).

%!  fits(+Number) is det.
%
%   Number is no larger than numbers of rules may be.

fits(Number) :-
    (   rational(Number)
    ->  bits(Number, Bits),
        limit(most_bits, Most),
        require(Bits =< Most)
    ;   true
    ).
