%   library(dcg/basics): grammar rules for lists of character codes.

%   code_(+Class, ?Code): a code of a class of code_type/2. codes_//2: as many as there are.

code_(Class, Code) -->
    [Code],
    { code_type(Code, Class) }.

codes_(Class, Codes) -->
    (   { Codes = [Code|Others] },
        code_(Class, Code)
    ->  codes_(Class, Others)
    ;   { Codes = [] }
    ).

%   The same for codes that are only passed over: they have to be known.

known_code_(Class) -->
    [Code],
    { nonvar(Code), code_type(Code, Class) }.

known_codes_(Class) -->
    (   known_code_(Class)
    ->  known_codes_(Class)
    ;   []
    ).

eos([], []).

eol -->
    (   "\n"
    ->  []
    ;   "\r\n"
    ->  []
    ;   eos
    ).

remainder(Codes, Codes, []).

%   White space: blank//0 is any of it, white//0 only that within a line.

white -->
    known_code_(white).

whites -->
    known_codes_(white).

blank -->
    known_code_(space).

blanks -->
    known_codes_(space).

blanks_to_nl -->
    (   "\n"
    ->  []
    ;   blank
    ->  blanks_to_nl
    ;   eos
    ).

nonblank(Code) -->
    code_(graph, Code).

nonblanks(Codes) -->
    codes_(graph, Codes).

%   Any codes: string//1 as few as possible, string_without//2 as many.

string(Codes, List, Rest) :-
    append(Codes, Rest, List).

string_without(End, Codes) -->
    {   string(End)
    ->  string_codes(End, EndCodes)
    ;   EndCodes = End
    },
    codes_without_(Codes, EndCodes).

codes_without_(Codes, End) -->
    (   { Codes = [Code|Others] },
        [Code],
        { \+ memberchk(Code, End) }
    ->  codes_without_(Others, End)
    ;   { Codes = [] }
    ).

alpha_to_lower(Lower) -->
    [Code],
    {   var(Code)
    ->  Code = Lower
    ;   is_alpha(Code),
        code_type(Code, to_upper(Lower))
    }.

%   Numbers

digit(Code) -->
    code_(digit, Code).

digits(Codes) -->
    codes_(digit, Codes).

integer(Integer, Codes, Rest) :-
    (   integer(Integer)
    ->  number_codes(Integer, Written),
        append(Written, Rest, Codes)
    ;   var(Integer)
    ->  signed_digits_(Written, Codes, Rest),
        number_codes(Integer, Written)
    ;   format(codes(Codes, Rest), '~d', [Integer])
    ).

%   signed_digits_(-Codes): one digit at least. sign_//1 is -1 or 1; what is not known becomes a minus.

signed_digits_(Codes) -->
    sign_(Sign),
    digit(Digit),
    digits(Digits),
    {   Sign < 0
    ->  Codes = [0'-, Digit|Digits]
    ;   Codes = [Digit|Digits]
    }.

sign_(Sign) -->
    (   "-"
    ->  { Sign = -1 }
    ;   "+"
    ->  { Sign = 1 }
    ;   { Sign = 1 }
    ).

number(Number, Codes, Rest) :-
    (   number(Number)
    ->  format(codes(Codes, Rest), '~w', [Number])
    ;   var(Number)
    ->  number_parts_(Written, Codes, Rest),
        number_codes(Number, Written)
    ;   type_error(number, Number)
    ).

number_parts_(Codes) -->
    signed_digits_(Whole),
    number_fraction_(Fraction),
    number_exponent_(Exponent),
    { append([Whole, Fraction, Exponent], Codes) }.

number_fraction_(Fraction) -->
    (   ".",
        digit(Digit)
    ->  digits(Digits),
        { Fraction = [0'., Digit|Digits] }
    ;   { Fraction = [] }
    ).

number_exponent_(Exponent) -->
    (   [Code],
        { memberchk(Code, `eE`) }
    ->  signed_digits_(Codes),
        { Exponent = [0'e|Codes] }
    ;   { Exponent = [] }
    ).

float(Float, Codes, Rest) :-
    (   float(Float)
    ->  format(codes(Codes, Rest), '~w', [Float])
    ;   number(Float, Codes, Rest),
        float(Float)
    ).

xdigit(Weight) -->
    code_(xdigit(Weight), _).

xdigits(Weights) -->
    (   { Weights = [Weight|Others] },
        xdigit(Weight)
    ->  xdigits(Others)
    ;   { Weights = [] }
    ).

xinteger(Integer, Codes, Rest) :-
    (   integer(Integer)
    ->  format(codes(Codes, Rest), '~16r', [Integer])
    ;   hexadecimal_(Integer, Codes, Rest)
    ).

hexadecimal_(Integer) -->
    sign_(Sign),
    xdigit(Weight),
    xdigits(Weights),
    {   xinteger_(Weights, Weight, Size),
        Integer is Sign * Size
    }.

xinteger_([], Integer, Integer).
xinteger_([Weight|Weights], Integer0, Integer) :-
    Integer1 is Integer0 * 16 + Weight,
    xinteger_(Weights, Integer1, Integer).

%   Text of a term, for writing

atom(Atomic, Codes, Rest) :-
    (   ground(Atomic)
    ->  format(codes(Codes, Rest), '~w', [Atomic])
    ;   instantiation_error(Atomic)
    ).

prolog_var_name(Name) -->
    [Code],
    { code_type(Code, prolog_var_start) },
    !,
    codes_(prolog_identifier_continue, Codes),
    { atom_codes(Name, [Code|Codes]) }.
