/*  The contract of a rule file as facts. `make contract` writes this file;
    the table is pyengine/language/contract.py.
*/

:- module(contract_table,
          [ entry/4,                    % ?Vocabulary, ?Role, ?Head, ?Arguments
            question/4,                 % ?Head, ?State, ?Given, ?Wanted
            may_fail/1                  % ?Name
          ]).

%!  entry(?Vocabulary, ?Role, ?Head, ?Arguments) is nondet.
%
%   Rules in Vocabulary are asked Head; Arguments say what its arguments
%   are. Of one role, the first that the rules define counts; one with a
%   memory among its arguments only in a game with memory.

entry(contract, player, player(P), [player(P)]).
entry(contract, initial, initial(S), [position(S)]).
entry(contract, to_move, to_move(S, P), [position(S), player(P)]).
entry(contract, moves, move(S, M, S2), [position(S), move(M), position(S2)]).
entry(contract, legal, legal(S, M), [position(S), move(M)]).
entry(contract, result, result(S, M, S2), [position(S), move(M), position(S2)]).
entry(contract, over, terminal(S, Mem), [position(S), memory(Mem)]).
entry(contract, over, terminal(S), [position(S)]).
entry(contract, worth, outcome(S, Mem, V), [position(S), memory(Mem), number(V)]).
entry(contract, worth, outcome(S, Mem, P, V), [position(S), memory(Mem), player(P), number(V)]).
entry(contract, worth, utility(S, V), [position(S), number(V)]).
entry(contract, worth, utility(S, P, V), [position(S), player(P), number(V)]).
entry(contract, estimate, staticval(S, V), [position(S), number(V)]).
entry(contract, estimate, feature(S, Name, V), [position(S), name(Name), number(V)]).
entry(contract, estimate, expected(Class, V), [class(Class), number(V)]).
entry(contract, weight, weight(Name, W), [name(Name), number(W)]).
entry(contract, category, category(S, Class), [position(S), class(Class)]).
entry(contract, order, order(S, M, Score), [position(S), move(M), number(Score)]).
entry(contract, noisy, noisy(S), [position(S)]).
entry(contract, cutoff, cutoff(S, Depth), [position(S), depth(Depth)]).
entry(contract, canonical, canonical(S, C), [position(S), key(C)]).
entry(contract, repetition, repetition(S, Class), [position(S), class(Class)]).
entry(contract, infinite, infinite(V), [number(V)]).
entry(contract, draw_value, draw_value(V), [number(V)]).
entry(contract, memory, memory(Mem, M, Mem2), [memory(Mem), move(M), memory(Mem2)]).
entry(contract, parameter, parameter(Name, Default), [name(Name), term(Default)]).
entry(contract, board, board(S, Rows), [position(S), rows(Rows)]).
entry(contract, layout, layout(Layout), [drawing(Layout)]).
entry(contract, look, look(Cell, Look), [cell(Cell), drawing(Look)]).
entry(contract, shapes, shapes(S, Shapes), [position(S), drawing(Shapes)]).
entry(contract, show, show(S, Text), [position(S), text(Text)]).
entry(contract, notation, notation(S, Text), [position(S), text(Text)]).
entry(contract, move_notation, move_notation(S, M, Text), [position(S), move(M), text(Text)]).
entry(contract, move_coordinates, move_coordinates(S, M, Text), [position(S), move(M), text(Text)]).
entry(contract, state, state(S), [position(S)]).
entry(textbook, moves, moves(Pos, PosList), [state(Pos), states(PosList)]).
entry(textbook, max, max_to_move(Pos), [state(Pos)]).
entry(textbook, min, min_to_move(Pos), [state(Pos)]).
entry(textbook, worth, staticval(Pos, Val), [state(Pos), number(Val)]).
entry(textbook, initial, initial(Pos), [state(Pos)]).
entry(textbook, parameter, parameter(Name, Default), [name(Name), term(Default)]).
entry(romanian, moves, mutari(Poz, ListaPoz), [state(Poz), states(ListaPoz)]).
entry(romanian, moves, 'mut\u0103ri'(Poz, ListaPoz), [state(Poz), states(ListaPoz)]).
entry(romanian, moves, 'muta\u0306ri'(Poz, ListaPoz), [state(Poz), states(ListaPoz)]).
entry(romanian, max, mutare_max(Poz), [state(Poz)]).
entry(romanian, min, mutare_min(Poz), [state(Poz)]).
entry(romanian, worth, staticval(Pos, Val), [state(Pos), number(Val)]).
entry(romanian, initial, initial(Pos), [state(Pos)]).
entry(romanian, parameter, parameter(Name, Default), [name(Name), term(Default)]).

%!  question(?Head, ?State, ?Given, ?Wanted) is nondet.
%
%   Head is an optional question about State and what is Given besides.
%   Wanted is `test` where it holds or does not, else what its answer is.

question(category(S, Class), S, [], class(Class)).
question(noisy(S), S, [], test).
question(cutoff(S, Depth), S, [Depth], test).
question(repetition(S, Class), S, [], class(Class)).

%!  may_fail(?Name) is nondet.
%
%   Where Name has no solution, that is an answer.

may_fail(order).
may_fail(look).
may_fail(shapes).
may_fail(notation).
may_fail(move_notation).
may_fail(move_coordinates).
may_fail(state).
