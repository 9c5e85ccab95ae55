/*  Goals rewritten so that they call only what rules may.

    A goal known from the text stays as it is if the file defines it or the vocabulary calls it safe; otherwise it
    becomes a goal that throws. A goal that only the run will know goes through pyengine_guard:run/2..9, which does the
    same with it just before it is called. Some of what is safe gets a precaution (sizes.pl).
*/

:- module(pyengine_rewriting,
          [ guarded_goal/4,             % +Trust, +Rules, +Goal, -Guarded
            guarded_clause/4,           % +Trust, +Rules, +Clause, -Guarded
            clause_parts/6,             % +Clause, -Head, -Bodies, ?Head1, ?Bodies1, -Clause1
            plain_head/3,               % +Head, +Rules, -Plain
            control/3,                  % +Goal, -Name, -Goals
            lambda/1,                   % ?Name
            lambda_left/4,              % +Name, +Parameters, +Arity, -Left
            goal_letter/1,              % +Letter
            plain_nonterminal/1,        % +Body
            plain_sink/1,               % +Sink
            plain_format/1              % +Format
          ]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(arithmetic).
:- use_module(sizes).
:- use_module(vocabulary).

%!  guarded_goal(+Trust, +Rules, +Goal, -Guarded) is det.

guarded_goal(trusted, _, Goal, Goal).
guarded_goal(guarded, Rules, Goal, Guarded) :-
    rewrite(Goal, 0, context(Rules, run, false), Guarded).

%!  guarded_clause(+Trust, +Rules, +Clause, -Guarded) is det.
%
%   Guarded is Clause with its body rewritten; a grammar rule is translated first.

guarded_clause(Trust, Rules, Clause, Guarded) :-
    guarded_clause(Clause, context(Rules, Trust, false), Guarded).

%!  plain_head(+Head, +Rules, -Plain) is det.
%
%   Plain is Head without the name of the module that it would be in anyway.

plain_head(Head, Rules, Plain) :-
    (   nonvar(Head),
        Head = Module:Inner,
        own_module(Rules, Module)
    ->  Plain = Inner
    ;   Plain = Head
    ).

guarded_clause(Rule, Context, Clause) :-
    Rule = (_ --> _),
    !,
    dcg_translate_rule(Rule, Clause0),
    guarded_clause(Clause0, Context, Clause).
guarded_clause(Clause, Context, Guarded) :-
    Context = context(Rules, _, _),
    (   clause_parts(Clause, Head, Bodies, Plain, Bodies1, Guarded0)
    ->  plain_head(Head, Rules, Plain),
        maplist(rewrite_goal(Context), Bodies, Bodies1),
        Guarded = Guarded0
    ;   plain_head(Clause, Rules, Guarded)
    ).

rewrite_goal(Context, Goal, Guarded) :-
    rewrite(Goal, 0, Context, Guarded).

%!  clause_parts(+Clause, -Head, -Bodies, ?Head1, ?Bodies1, -Clause1) is nondet.
%
%   Clause has a Head and Bodies, and Clause1 is the same with others. The first solution counts; a fact has none.

clause_parts((Head :- Body), Head, [Body], Head1, [Body1], (Head1 :- Body1)).
clause_parts((Head, Guard => Body), Head, [Guard, Body], Head1, [Guard1, Body1], (Head1, Guard1 => Body1)).
clause_parts((Head => Body), Head, [Body], Head1, [Body1], (Head1 => Body1)).

%   rewrite(+Closure, +Extra, +Context, -Guarded): Closure will be called with Extra more arguments. Context is
%   context(Rules, Mode, Captured): in the mode `trusted` only catch/3 is rewritten, so that no rule can swallow the
%   end of its budget; Captured is true where output goes into a term.

rewrite(Goal, _, Context, Guarded) :-
    var(Goal),
    !,
    Context = context(Rules, Mode, _),
    (   Mode == trusted
    ->  Guarded = Goal
    ;   Guarded = pyengine_guard:run(Rules, Goal)
    ).
rewrite(Module:Goal, Extra, Context, Guarded) :-
    !,
    rewrite_qualified(Module, Goal, Extra, Context, Guarded).
rewrite('|'(A, B), 0, Context, Guarded) :-     % the compiler takes it for a semicolon
    !,
    rewrite((A ; B), 0, Context, Guarded).
rewrite(catch(Goal, Ball, Recovery), 0, Context, pyengine_guard:catching(Goal1, Ball, Recovery1)) :-
    \+ ( Context = context(Rules, _, _), own(Rules, catch, 3) ),
    !,
    rewrite_in_rules(Goal, Context, Goal1),
    rewrite_in_rules(Recovery, Context, Recovery1).
rewrite(Goal, _, context(_, _, _), Goal) :-
    \+ callable(Goal),
    !.
rewrite(Goal, Extra, Context, Guarded) :-
    functor(Goal, Name, Arity0),
    Arity is Arity0+Extra,
    Context = context(Rules, Mode, _),
    (   own(Rules, Name, Arity)
    ->  Guarded = Goal
    ;   Mode == trusted
    ->  rewrite_trusted(Goal, Context, Guarded)
    ;   rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded)
    ).

rewrite_in_rules(Goal, Context, Rules:Guarded) :-
    Context = context(Rules, _, _),
    rewrite(Goal, 0, Context, Guarded).

rewrite_trusted(Goal, Context, Guarded) :-
    (   control(Goal, Name, Goals0)
    ->  maplist(rewrite_goal(Context), Goals0, Goals),
        Guarded =.. [Name|Goals]
    ;   Guarded = Goal
    ).

%!  control(+Goal, -Name, -Goals) is semidet.
%
%   Goal is the control construct Name of Goals.

control(Goal, Name, Goals) :-
    compound(Goal),
    compound_name_arguments(Goal, Name, Goals),
    length(Goals, Arity),
    memberchk(Name/Arity, [(',')/2, (;)/2, (->)/2, (*->)/2, (\+)/1]).

rewrite_qualified(Module, Goal, Extra, Context, Guarded) :-
    Context = context(Rules, Mode, _),
    (   own_module(Rules, Module)
    ->  rewrite(Goal, Extra, Context, Guarded)
    ;   Mode == trusted
    ->  Guarded = Module:Goal
    ;   var(Module)
    ->  (   Mode == run
        ->  Guarded = pyengine_guard:refuse(Module:Goal)
        ;   Guarded = pyengine_guard:run(Rules, Module:Goal)
        )
    ;   callable(Goal),
        functor(Goal, Name, Arity0),
        Arity is Arity0+Extra,
        safe(Name, Arity, Library),
        ( Library == Module ; atom(Library), file_base_name(Library, Module) )
    ->  rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded)
    ;   Guarded = pyengine_guard:refuse(Module:Goal)
    ).

%   rewrite_foreign(+Goal, +Name, +Arity, +Extra, +Context, -Guarded): Goal is not the file's own.

rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded) :-
    lambda(Name),
    Arity >= 2,
    !,
    (   Goal =.. [Name, Parameters, Body|Arguments],
        lambda_left(Name, Parameters, Arity, Left)
    ->  rewrite(Body, Left, Context, Body1),
        Guarded =.. [Name, Parameters, Body1|Arguments]
    ;   late(Goal, Extra, Context, Guarded)
    ).
rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded) :-
    to_sink(Name, Arity),
    !,
    (   Extra =:= 0
    ->  rewrite_sink(Goal, Context, Guarded)
    ;   late(Goal, Extra, Context, Guarded)
    ).
rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded) :-
    printing(Name, Arity),
    Context = context(_, Mode, Captured),
    ( Mode == guarded ; Captured == true ),
    !,
    (   Name == format
    ->  (   Extra =:= 0,
            arg(1, Goal, Format)
        ->  check_format(Format, Goal, Context, Guarded)
        ;   late(Goal, Extra, Context, Guarded)
        )
    ;   sized(Goal, Name, Arity, Extra, Context, Guarded)
    ).
rewrite_foreign(Goal, Name, Arity, Extra, Context, Guarded) :-
    safe(Name, Arity, _),
    !,
    (   spec(Name, Arity, Spec)
    ->  rewrite_careful(Goal, Spec, Extra, Context, Guarded)
    ;   sized(Goal, Name, Arity, Extra, Context, Guarded)
    ).
rewrite_foreign(_, Name, Arity, _, context(Rules, _, _), Guarded) :-
    (   prologs_own(Name, Arity)
    ->  Guarded = pyengine_guard:refuse(Name/Arity)
    ;   Guarded = pyengine_guard:unknown(Rules, Name/Arity)
    ).

%   sized(+Goal, +Name, +Arity, +Extra, +Context, -Sized): Goal, or what takes a precaution before it.

sized(Goal, Name, Arity, Extra, context(Rules, Mode, _), Sized) :-
    (   Extra =:= 0,
        Mode == guarded,
        ( inlined(Goal, Sized0) ; constraint(Goal, Rules, Sized0) )
    ->  Sized = Sized0
    ;   counterpart(Name, Arity, Checked)
    ->  Goal =.. [_|Arguments],
        Plain =.. [Checked|Arguments],
        Sized = pyengine_sizes:Plain
    ;   Sized = Goal
    ).

%   constraint(+Goal, +Rules, -Sized) is semidet: Goal is a constraint on integers, which library(clpfd) itself would
%   turn into arithmetic later, where all is known.

constraint(Goal, Rules, Sized) :-
    safe(#=, 2, Library),
    current_module(Library),
    predicate_property(Rules:Goal, imported_from(Library)),
    Library:clpfd_expandable(Goal),
    Library:clpfd_expansion(Goal, Expanded),
    sized_control(Expanded, Sized).

sized_control(Goal, Sized) :-
    (   control(Goal, Name, Goals0)
    ->  maplist(sized_control, Goals0, Goals),
        Sized =.. [Name|Goals]
    ;   arithmetic(Goal)
    ->  sized_arithmetic(Goal, Sized)
    ;   Sized = Goal
    ).

%   rewrite_careful(+Goal, +Spec, +Extra, +Context, -Guarded): rewrite_meta/5 for goals that may take a precaution.

rewrite_careful(Goal, Spec, Extra, Context, Guarded) :-
    functor(Goal, Name, Given),
    Arity is Given+Extra,
    functor(Full, Name, Arity),
    (   \+ careful(Full)
    ->  rewrite_meta(Goal, Spec, Extra, Context, Guarded)
    ;   Extra > 0
    ->  late(Goal, Extra, Context, Guarded)
    ;   rewrite_meta(Goal, Spec, 0, Context, Guarded0),
        take_care(Guarded0, Guarded)
    ).

%!  lambda_left(+Name, +Parameters, +Arity, -Left) is semidet.
%
%   The body of a lambda expression of library(yall) or of a quantifier, which is called with Arity arguments in all, is
%   called with Left. It fails where that is not known: whoever calls the lambda expression may give it parameters
%   that are no list yet.

lambda_left(>>, Parameters, Arity, Left) :-
    nonvar(Parameters),
    ( Parameters = _/List -> true ; List = Parameters ),
    is_list(List),
    length(List, Taken),
    Left is max(0, Arity-2-Taken).
lambda_left(/, _, Arity, Left) :-
    Left is Arity-2.
lambda_left(^, _, Arity, Left) :-
    Left is max(0, Arity-3).

%!  lambda(?Name) is nondet.

lambda(>>).
lambda(/).
lambda(^).

%   Arguments that are goals are rewritten. Where one is missing yet (a closure whose argument is a goal), or stands in
%   a place where its shape matters (^ and DCG bodies) and is not known, the whole waits for the run.

rewrite_meta(Goal, Spec, Extra, Context, Guarded) :-
    Goal =.. [Name|Arguments0],
    length(Arguments0, Given),
    length(Known, Given),
    append(Known, Missing, Spec),
    (   Extra > 0,
        member(Letter, Missing),
        goal_letter(Letter)
    ->  late(Goal, Extra, Context, Guarded)
    ;   \+ ( Extra > 0, memberchk(/, Known) ),
        rewrite_arguments(Known, Arguments0, Context, Arguments)
    ->  Guarded =.. [Name|Arguments]
    ;   late(Goal, Extra, Context, Guarded)
    ).

goal_letter(Letter) :-
    ( char_type(Letter, digit) ; memberchk(Letter, [^, /, :]) ),
    !.

rewrite_arguments([], [], _, []).
rewrite_arguments([Letter|Letters], [Argument0|Arguments0], Context, [Argument|Arguments]) :-
    rewrite_argument(Letter, Argument0, Context, Argument),
    rewrite_arguments(Letters, Arguments0, Context, Arguments).

rewrite_argument(^, Goal, Context, Guarded) :-
    !,
    nonvar(Goal),
    (   Goal = Var^Inner
    ->  Guarded = Var^Guarded0,
        rewrite_argument(^, Inner, Context, Guarded0)
    ;   rewrite(Goal, 0, Context, Guarded)
    ).
rewrite_argument(/, Body, Context, Guarded) :-
    !,
    nonvar(Body),
    rewrite_dcg(Body, Context, Guarded).
rewrite_argument(Letter, Closure, Context, Guarded) :-
    char_type(Letter, digit(Extra)),
    !,
    rewrite(Closure, Extra, Context, Guarded).
rewrite_argument(_, Argument, _, Argument).

%   A DCG body that is not one non-terminal is called as the goal that it translates to.

rewrite_dcg(Body, Context, Guarded) :-
    (   plain_nonterminal(Body)
    ->  rewrite(Body, 2, Context, Guarded)
    ;   dcg_translate_rule((nonterminal --> Body), (nonterminal(S0, S) :- Goal)),
        rewrite(Goal, 0, Context, Goal1),
        Context = context(Rules, _, _),
        Guarded = pyengine_guard:body(Rules, S0, S, Goal1)
    ).

plain_nonterminal(Body) :-
    callable(Body),
    \+ is_list(Body),
    functor(Body, Name, Arity),
    \+ memberchk(Name/Arity, [(',')/2, (;)/2, ('|')/2, (->)/2, (*->)/2, (\+)/1, {}/1, !/0, []/0, call/1, (:)/2]),
    Name \== call.

late(Goal, Extra, context(Rules, Mode, _), Guarded) :-
    (   Mode == run,
        Extra =:= 0
    ->  Guarded = pyengine_guard:unknown_goal(Goal)
    ;   Guarded = pyengine_guard:run(Rules, Goal)
    ).

                 /*******************************
                 *            OUTPUT            *
                 *******************************/

rewrite_sink(Goal, Context, Guarded) :-
    arg(1, Goal, Sink),
    (   plain_sink(Sink)
    ->  rewrite_into(Goal, Context, Guarded)
    ;   not_plain(Sink, Goal, Context, Guarded)
    ).

%   not_plain(?Argument, +Goal, +Context, -Guarded): an Argument of Goal that is not known waits for the run.

not_plain(Argument, Goal, Context, Guarded) :-
    (   var(Argument)
    ->  late(Goal, 0, Context, Guarded)
    ;   functor(Goal, Name, Arity),
        Guarded = pyengine_guard:refuse(Name/Arity)
    ).

%!  plain_sink(+Sink) is semidet.
%
%   Output goes into a term.

plain_sink(Sink) :-
    compound(Sink),
    functor(Sink, Name, Arity),
    memberchk(Name, [atom, string, codes, chars]),
    memberchk(Arity, [1, 2]).

rewrite_into(with_output_to(Sink, Goal), context(Rules, Mode, _), with_output_to(Sink, Guarded)) :-
    !,
    rewrite(Goal, 0, context(Rules, Mode, true), Guarded).
rewrite_into(format(Sink, Format, Arguments), Context, Guarded) :-
    !,
    check_format(Format, format(Sink, Format, Arguments), Context, Guarded).
rewrite_into(Goal, _, Goal).

check_format(Format, Goal, Context, Guarded) :-
    (   plain_format(Format)
    ->  functor(Goal, Name, Arity),
        sized(Goal, Name, Arity, 0, Context, Guarded)
    ;   not_plain(Format, Goal, Context, Guarded)
    ).

%!  plain_format(+Format) is semidet.
%
%   Format calls nothing.

plain_format(Format) :-
    nonvar(Format),
    catch(text_to_string(Format, Text), _, fail),
    string_codes(Text, Codes),
    \+ calling_directive(Codes).

%   ~@ calls a goal; ~W takes write options, among them portray goals. Digits, `c and * may stand between.

calling_directive(Codes) :-
    append(_, [0'~|Rest], Codes),
    directive_letter(Rest, Letter),
    memberchk(Letter, [0'@, 0'W, 0'p]),
    !.

directive_letter([0'`, _|Rest], Letter) :-
    !,
    directive_letter(Rest, Letter).
directive_letter([Code|Rest], Letter) :-
    (   ( code_type(Code, digit) ; memberchk(Code, [0'*, 0':]) )
    ->  directive_letter(Rest, Letter)
    ;   Letter = Code
    ).
