/*  What went wrong, in words, and where: a goal that raised an exception is run again, and watched. */

:- module(pyengine_diagnosis,
          [ said/2,                     % +Ball, -Text
            locate/4                    % +Rules, :Goal, +State, -Place
          ]).

:- use_module(formats).

:- meta_predicate locate(+, 2, +, -).

:- thread_local
    watching/1,
    seen/3.

:- multifile user:prolog_exception_hook/4.
:- dynamic user:prolog_exception_hook/4.

user:prolog_exception_hook(_, _, Frame, _) :-
    pyengine_diagnosis:watching(Rules),
    pyengine_diagnosis:note_frame(1000, Frame, Rules),
    fail.

%!  said(+Ball, -Text) is det.
%
%   A thrown term as SWI-Prolog would print it, where it can.

said(Ball, Text) :-
    \+ catch(writable(Ball), _, fail),
    !,
    Text = "an exception that is nested too deep to be shown".
said(Ball, Text) :-
    catch(( '$messages':translate_message(Ball, Lines, []),
            with_output_to(string(Text), print_message_lines(current_output, '', Lines))
          ),
          _,
          fail),
    !.
said(Ball, Text) :-
    format(string(Text), '~q', [Ball]).

%!  locate(+Rules, :Goal, +State, -Place) is det.
%
%   Place is place(PI, File, Line) for the clause of the module Rules that was running when call(Goal, State, _) raised its exception, or
%   none. Without last-call optimisation the frame of that clause is still there.

locate(Rules, Goal, State, Place) :-
    current_prolog_flag(last_call_optimisation, Old),
    setup_call_cleanup(
        ( asserta(watching(Rules)), set_prolog_flag(last_call_optimisation, false) ),
        catch(ignore(call(Goal, State, _)), _, true),
        ( set_prolog_flag(last_call_optimisation, Old), retractall(watching(Rules)) )),
    (   seen(PI, File, Line)
    ->  Place = place(PI, File, Line)
    ;   Place = none
    ),
    retractall(seen(_, _, _)).

%   note_frame(+Most, +Frame, +Rules) is semidet: remember the innermost clause of Rules, if it is among Most frames.
%   To look at a frame takes a time that grows with how deep it is.

note_frame(_, Frame, Rules) :-
    prolog_frame_attribute(Frame, predicate_indicator, Indicator),
    Indicator = Rules:PI,
    prolog_frame_attribute(Frame, clause, Clause),
    clause_property(Clause, file(File)),
    clause_property(Clause, line_count(Line)),
    !,
    retractall(seen(_, _, _)),
    assertz(seen(PI, File, Line)).
note_frame(Most, Frame, Rules) :-
    Most > 1,
    prolog_frame_attribute(Frame, parent, Parent),
    Most1 is Most-1,
    note_frame(Most1, Parent, Rules).
