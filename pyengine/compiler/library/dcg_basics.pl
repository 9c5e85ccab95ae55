%   library(dcg/basics): grammar rules for lists of character codes.

eos([], []).

eol -->
    "\n",
    !.
eol -->
    "\r\n",
    !.
eol -->
    eos.

remainder(Codes, Codes, []).

%   White space: blank//0 is any of it, white//0 only that within a line.

white -->
    [Code],
    { nonvar(Code), code_type(Code, white) }.

whites -->
    white,
    !,
    whites.
whites -->
    [].

blank -->
    [Code],
    { nonvar(Code), code_type(Code, space) }.

blanks -->
    blank,
    !,
    blanks.
blanks -->
    [].

blanks_to_nl -->
    [Code],
    { Code \== 0'\n, nonvar(Code), code_type(Code, space) },
    !,
    blanks_to_nl.
blanks_to_nl -->
    "\n",
    !.
blanks_to_nl -->
    eos.

nonblank(Code) -->
    [Code],
    { code_type(Code, graph) }.

nonblanks([Code|Codes]) -->
    [Code],
    { code_type(Code, graph) },
    !,
    nonblanks(Codes).
nonblanks([]) -->
    [].

%   Any codes: string//1 as few as possible, string_without//2 as many.

string([]) -->
    [].
string([Code|Codes]) -->
    [Code],
    string(Codes).

string_without(End, Codes) -->
    { string(End), !, string_codes(End, EndCodes) },
    string_without_(EndCodes, Codes).
string_without(End, Codes) -->
    string_without_(End, Codes).

string_without_(End, [Code|Codes]) -->
    [Code],
    { \+ memberchk(Code, End) },
    !,
    string_without_(End, Codes).
string_without_(_, []) -->
    [].

alpha_to_lower(Lower) -->
    [Code],
    {   var(Code)
    ->  Code = Lower
    ;   is_alpha(Code),
        code_type(Code, to_upper(Lower))
    }.

%   Numbers

digit(Code) -->
    [Code],
    { code_type(Code, digit) }.

digits([Digit|Digits]) -->
    digit(Digit),
    !,
    digits(Digits).
digits([]) -->
    [].

integer(Integer, Codes, Rest) :-
    integer(Integer),
    !,
    number_codes(Integer, Written),
    append(Written, Rest, Codes).
integer(Integer, Codes, Rest) :-
    nonvar(Integer),
    !,
    format(codes(Codes, Rest), '~d', [Integer]).
integer(Integer) -->
    signed_digits_(Codes),
    { number_codes(Integer, Codes) }.

signed_digits_([0'-, Digit|Digits]) -->
    "-",
    !,
    digits([Digit|Digits]).
signed_digits_([Digit|Digits]) -->
    ( "+" -> [] ; [] ),
    digits([Digit|Digits]).

number(Number, Codes, Rest) :-
    number(Number),
    !,
    format(codes(Codes, Rest), '~w', [Number]).
number(Number) -->
    { var(Number) },
    !,
    signed_digits_(Whole),
    number_fraction_(Fraction),
    number_exponent_(Exponent),
    {   append([Whole, Fraction, Exponent], Codes),
        number_codes(Number, Codes)
    }.
number(Number) -->
    { type_error(number, Number) }.

number_fraction_([0'., Digit|Digits]) -->
    ".",
    digit(Digit),
    !,
    digits(Digits).
number_fraction_([]) -->
    [].

number_exponent_(Exponent) -->
    (   [Code],
        { memberchk(Code, `eE`) }
    ->  signed_digits_(Codes),
        { Exponent = [0'e|Codes] }
    ;   { Exponent = [] }
    ).

float(Float, Codes, Rest) :-
    float(Float),
    !,
    format(codes(Codes, Rest), '~w', [Float]).
float(Float) -->
    number(Float),
    { float(Float) }.

xdigit(Weight) -->
    [Code],
    { code_type(Code, xdigit(Weight)) }.

xdigits([Weight|Weights]) -->
    xdigit(Weight),
    !,
    xdigits(Weights).
xdigits([]) -->
    [].

xinteger(Integer, Codes, Rest) :-
    integer(Integer),
    !,
    format(codes(Codes, Rest), '~16r', [Integer]).
xinteger(Integer) -->
    xdigit(Weight),
    xdigits(Weights),
    { xinteger_(Weights, Weight, Integer) }.

xinteger_([], Integer, Integer).
xinteger_([Weight|Weights], Integer0, Integer) :-
    Integer1 is Integer0 * 16 + Weight,
    xinteger_(Weights, Integer1, Integer).

%   Text of a term, for writing

atom(Atomic, Codes, Rest) :-
    must_be(ground, Atomic),
    format(codes(Codes, Rest), '~w', [Atomic]).

prolog_var_name(Name) -->
    [Code],
    { code_type(Code, prolog_var_start) },
    !,
    prolog_identifier_(Codes),
    { atom_codes(Name, [Code|Codes]) }.

prolog_identifier_([Code|Codes]) -->
    [Code],
    { code_type(Code, prolog_identifier_continue) },
    !,
    prolog_identifier_(Codes).
prolog_identifier_([]) -->
    [].
