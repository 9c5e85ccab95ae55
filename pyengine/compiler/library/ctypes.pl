%   library(ctypes): classes of character codes.

is_alnum(Code) :-
    code_type(Code, alnum).

is_alpha(Code) :-
    code_type(Code, alpha).

is_ascii(Code) :-
    code_type(Code, ascii).

is_cntrl(Code) :-
    code_type(Code, cntrl).

is_csym(Code) :-
    code_type(Code, csym).

is_csymf(Code) :-
    code_type(Code, csymf).

is_digit(Code) :-
    code_type(Code, digit).

is_graph(Code) :-
    code_type(Code, graph).

is_print(Code) :-
    code_type(Code, graph).

is_lower(Code) :-
    code_type(Code, lower).

is_upper(Code) :-
    code_type(Code, upper).

is_period(Code) :-
    code_type(Code, period).

is_endline(Code) :-
    code_type(Code, end_of_line).

is_punct(Code) :-
    code_type(Code, punct).

is_quote(Code) :-
    code_type(Code, quote).

is_space(Code) :-
    code_type(Code, space).

is_white(Code) :-
    code_type(Code, white).

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
