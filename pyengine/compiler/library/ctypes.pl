%   library(ctypes): classes of character codes. is_alnum/1 and the like are in builtins/characters.py.

is_endfile(-1).

is_newpage(12).

is_newline(10).

is_paren(Open, Close) :-
    member(Open-Close, [40-41, 91-93, 123-125]).

to_lower(Upper, Lower) :-
    code_type(Lower, to_lower(Upper)).

to_upper(Lower, Upper) :-
    code_type(Upper, to_upper(Lower)).

upper_lower(Upper, Lower) :-
    (   var(Upper)
    ->  code_type(Upper, upper(Lower))
    ;   code_type(Lower, lower(Upper))
    ).
