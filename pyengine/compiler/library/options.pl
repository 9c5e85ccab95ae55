%   library(option): options Name(Value) or Name = Value in a list.

option(Option, Options, Default) :-
    functor(Option, Name, 1),
    (   option_(Options, Name, Value)
    ->  arg(1, Option, Value)
    ;   arg(1, Option, Default)
    ).

option(Option, Options) :-
    functor(Option, Name, 1),
    option_(Options, Name, Value),
    !,
    arg(1, Option, Value).

option_([H|T], Name, Value) :-
    (   H = (Name=Value0)
    ->  Value = Value0
    ;   functor(H, Name, 1)
    ->  arg(1, H, Value)
    ;   option_(T, Name, Value)
    ).

select_option(Option, Options, Rest) :-
    functor(Option, Name, 1),
    select_option_(Options, Name, Value, Rest0),
    !,
    arg(1, Option, Value),
    Rest = Rest0.

select_option(Option, Options, Rest, Default) :-
    functor(Option, Name, 1),
    (   select_option_(Options, Name, Value, Rest0)
    ->  arg(1, Option, Value),
        Rest = Rest0
    ;   arg(1, Option, Default),
        Rest = Options
    ).

select_option_([H|T], Name, Value, Rest) :-
    (   H = (Name=Value0)
    ->  Value = Value0,
        Rest = T
    ;   functor(H, Name, 1)
    ->  arg(1, H, Value),
        Rest = T
    ;   Rest = [H|Rest1],
        select_option_(T, Name, Value, Rest1)
    ).
