/*  How large what rules make may become; Python says it once, at the start. */

:- module(pyengine_limits,
          [ limits/1,                   % +Limits
            limit/2                     % +Name, -Value
          ]).

:- use_module(library(lists)).

%!  limit(+Name, -Value) is det.
%
%   Value is the constant Name of `pyengine/language/sizes.py`, in small letters.

:- dynamic limit/2.

%!  limits(+Limits) is det.
%
%   Limits is a list of Name-Value.

limits(Limits) :-
    retractall(limit(_, _)),
    forall(member(Name-Value, Limits), assertz(limit(Name, Value))).
