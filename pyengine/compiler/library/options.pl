%   library(option): options Name(Value) or Name = Value in a list; Name(Value) is looked for first.

option(Option, Options) :-
    (   is_list(Options)
    ->  functor(Option, Name, 1),
        option_(Options, Name, Value),
        arg(1, Option, Value)
    ;   '$no_matching_rule'(swi_option:option(Option, Options))
    ).

option(Option, Options, Default) :-
    functor(Option, Name, Arity),
    (   Arity =:= 1
    ->  arg(1, Option, Value),
        (   option_(Options, Name, Found)
        ->  Value = Found
        ;   Value = Default
        )
    ;   memberchk(Option, Options)
    ->  true
    ;   arg(1, Option, Default)
    ).

%   option_(+Options, +Name, -Value): the first that is found counts, whatever its value.

option_(Options, Name, Value) :-
    functor(Term, Name, 1),
    (   memberchk(Term, Options)
    ->  arg(1, Term, Value)
    ;   memberchk(Name=Found, Options)
    ->  Value = Found
    ).

select_option(Option, Options, Rest) :-
    select_option_(Option, Options, Found, Rest0),
    Option = Found,
    Rest = Rest0.

select_option(Option, Options, Rest, Default) :-
    (   select_option_(Option, Options, Found, Rest0)
    ->  Option = Found,
        Rest = Rest0
    ;   Option \== [],
        arg(1, Option, Default),
        Rest = Options
    ).

select_option_(Option, Options, Found, Rest) :-
    functor(Option, Name, Arity),
    functor(Found, Name, Arity),
    (   selectchk(Found, Options, Rest0)
    ->  Rest = Rest0
    ;   Arity =:= 1,
        selectchk(Name=Value, Options, Rest0)
    ->  arg(1, Found, Value),
        Rest = Rest0
    ).
