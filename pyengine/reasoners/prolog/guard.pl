/*  What rules may call at run time. */

:- module(pyengine_guard, [ start_guard/3, stop_guard/1, guarded_goal/4 ]).

start_guard(_, _, _).
stop_guard(_).
guarded_goal(_, _, Goal, Goal).
