/*  What was loaded is looked at once more, as it is and not as it was written, before anything of it runs.

    Clauses are rewritten one by one while they are read, by what was seen of the whole text before. Whatever may make
    the two differ (operators, flags, imports, expansions), what counts is what is in the module in the end: each body
    may only have goals that rewriting leaves there.
*/

:- module(pyengine_verification,
          [ verify/2                    % +Rules, +Id
          ]).

:- use_module(library(lists)).
:- use_module(barrier).
:- use_module(gate, [dict_function/1]).
:- use_module(rewriting).
:- use_module(vocabulary).

%!  verify(+Rules, +Id) is det.
%
%   The module Rules, loaded from the file Id, calls nothing that rules may not; otherwise an error says where.

verify(Rules, Id) :-
    forall(( source_file(Module:Head, Id),
             Module \== Rules,
             \+ ( Module == system, is_reserved(Head) )     % SWI-Prolog's notes of what is loaded
           ),
           refuse(Head, 1)),
    forall('$c_current_predicate'(_, Rules:Head),
           verify_predicate(Rules, Id, Head)).

verify_predicate(Rules, Id, Head) :-
    (   '$get_predicate_attribute'(Rules:Head, imported, Module)
    ->  functor(Head, Name, Arity),
        ( is_meant(Name, Arity, Module) -> true ; refuse(Head, 1) )
    ;   '$get_predicate_attribute'(Rules:Head, foreign, 1)
    ->  refuse(Head, 1)
    ;   '$get_predicate_attribute'(Rules:Head, number_of_clauses, _)
    ->  forall(nth_clause(Rules:Head, _, Clause), verify_clause(Rules, Id, Head, Clause))
    ;   true
    ).

verify_clause(Rules, Id, Head, Clause) :-
    (   clause(Rules:Head1, Body, Clause),
        ( Body == true -> true ; sound_body(Head1, Body, Rules) )
    ->  true
    ;   clause_property(Clause, file(Id)),
        clause_property(Clause, line_count(Line))
    ->  refuse(Head, Line)
    ;   refuse(Head, 1)
    ).

refuse(Head, Line) :-
    functor(Head, Name, Arity),
    throw(error(permission_error(load, unsafe, Name/Arity), pyengine_line(Line))).

sound_body(Head, Body, Rules) :-
    (   is_reserved(Head)
    ->  sound_table(Head, Body, Rules)
    ;   sound(Body, 0, Rules)
    ).

%   is_reserved(+Head) is semidet: rules cannot define such a thing themselves.

is_reserved(Head) :-
    functor(Head, Name, _),
    sub_atom(Name, 0, _, _, $).

%   What SWI-Prolog makes of `:- table`.

sound_table('$table_update'(_, _, _, _), Body, Rules) :-
    !,
    (   Body = '$tabling':Aggregate
    ->  functor(Aggregate, Name, 3),
        memberchk(Name, [min, max, sum, first, last])
    ;   sound(Body, 0, Rules)
    ).
sound_table(Head, Body, Rules) :-
    functor(Head, Wrapper, Arity),
    atom_concat('$wrap$', Name, Wrapper),
    functor(Tabled, Name, Arity),
    Head =.. [_|Arguments],
    Tabled =.. [_|Arguments],
    ( Body = (_, Start) -> true ; Start = Body ),
    (   Start =.. [Starting, Closure, Rules:Tabled1, Worker|_],
        memberchk(Starting,
                  [start_tabling, start_subsumptive_tabling, start_abstract_tabling, start_moded_tabling]),
        Tabled1 == Tabled,
        blob(Closure, closure),
        Worker = call(Called),
        ( Arguments == [] -> Called == Closure ; compound(Called), Called =.. [Closure|Arguments] )
    ->  true
    ).

                 /*******************************
                 *             GOALS            *
                 *******************************/

%   sound(+Goal, +Extra, +Rules) is semidet: rewriting may have made Goal, which is called with Extra more arguments.

sound(Goal, _, _) :-
    \+ callable(Goal),
    !,
    fail.
sound(Module:Goal, Extra, Rules) :-
    !,
    nonvar(Module),
    sound_qualified(Module, Goal, Extra, Rules).
sound(Goal, 0, Rules) :-
    control(Goal, _, Goals),
    !,
    sound_goals(Goals, Rules).
sound(Goal, Extra, Rules) :-
    functor(Goal, Name, Arity0),
    Arity is Arity0+Extra,
    (   defined_here(Rules, Name, Arity)
    ->  true
    ;   sound_foreign(Goal, Name, Arity, Extra, Rules)
    ).

sound_goals([], _).
sound_goals([Goal|Goals], Rules) :-
    sound(Goal, 0, Rules),
    sound_goals(Goals, Rules).

defined_here(Rules, Name, Arity) :-
    functor(Head, Name, Arity),
    '$c_current_predicate'(_, Rules:Head),
    \+ '$get_predicate_attribute'(Rules:Head, imported, _),
    ( '$get_predicate_attribute'(Rules:Head, number_of_clauses, _) ; '$get_predicate_attribute'(Rules:Head, dynamic, 1) ),
    !.
defined_here(Rules, Name, Arity) :-
    memberchk(Name/Arity, [param/2, minimax/3]),     % Python's side gives these to rules that have none
    own(Rules, Name, Arity).

sound_qualified(Rules, Goal, Extra, Rules) :-
    !,
    sound(Goal, Extra, Rules).
sound_qualified(pyengine_guard, Goal, Extra, Rules) :-
    !,
    sound_guard(Goal, Extra, Rules).
sound_qualified(Module, Goal, Extra, _) :-
    memberchk(Module, [pyengine_sizes, pyengine_evaluation]),
    !,
    is_ours(Module, Goal, Extra),
    (   functor(Goal, checked_format, _)
    ->  Extra =:= 0,
        sound_format(Goal)
    ;   true
    ).
sound_qualified(clpfd, Goal, 0, _) :-
    callable(Goal),
    functor(Goal, Name, _),
    sub_atom(Name, 0, _, _, clpfd_).

%   is_ours(+Module, +Goal, +Extra) is semidet: Goal calls what this program, and no other, has put into Module.

is_ours(Module, Goal, Extra) :-
    callable(Goal),
    functor(Goal, Name, Arity0),
    Arity is Arity0+Extra,
    functor(Head, Name, Arity),
    '$c_current_predicate'(_, Module:Head),
    (   '$get_predicate_attribute'(Module:Head, imported, From)
    ->  sub_atom(From, 0, _, _, pyengine_)
    ;   true
    ).

%   sound_format(+Checked) is semidet: a call of format/1..3 with its precaution.

sound_format(checked_format(Sink, Format, _)) :-
    !,
    plain_sink(Sink),
    plain_format(Format).
sound_format(Checked) :-
    arg(1, Checked, Format),
    plain_format(Format).

sound_guard(catching(Goal, _, Recovery), 0, Rules) :-
    sound(Goal, 0, Rules),
    sound(Recovery, 0, Rules).
sound_guard(Body, Extra, Rules) :-
    functor(Body, body, Given),
    Given >= 4,
    6 =:= Given+Extra,
    arg(1, Body, Rules1),
    Rules1 == Rules,
    arg(4, Body, Goal),
    sound(Goal, 0, Rules).
sound_guard(Goal, _, Rules) :-
    functor(Goal, run, Arity),
    Arity >= 2,
    arg(1, Goal, Rules1),
    Rules1 == Rules.
sound_guard(Goal, _, _) :-
    functor(Goal, Name, _),
    memberchk(Name, [refuse, unknown, unknown_goal]).

%   sound_foreign(+Goal, +Name, +Arity, +Extra, +Rules) is semidet: Goal is not the file's own. What its name means in
%   the module Rules was looked at before.

sound_foreign(Goal, Name, Arity, _, Rules) :-
    lambda(Name),
    !,
    Goal =.. [Name, Parameters, Body|_],
    lambda_left(Name, Parameters, Arity, Left),
    sound(Body, Left, Rules).
sound_foreign('.'(_, Function, _), _, _, 0, _) :-
    !,
    dict_function(Function).
sound_foreign(Goal, Name, Arity, Extra, Rules) :-
    to_sink(Name, Arity),
    !,
    Name \== format,
    Extra =:= 0,
    arg(1, Goal, Sink),
    plain_sink(Sink),
    (   Goal = with_output_to(_, Inner)
    ->  sound(Inner, 0, Rules)
    ;   true
    ).
sound_foreign(_, Name, Arity, _, _) :-
    printing(Name, Arity),
    !,
    Name \== format.
sound_foreign(Goal, Name, Arity, Extra, Rules) :-
    safe(Name, Arity, _),
    (   spec(Name, Arity, Letters)
    ->  Goal =.. [_|Arguments],
        sound_arguments(Letters, Arguments, Extra, Rules)
    ;   true
    ).

%   Arguments that are missing yet, Extra of them, are no goals.

sound_arguments(Letters, [], _, _) :-
    !,
    \+ ( member(Letter, Letters), goal_letter(Letter) ).
sound_arguments([Letter|Letters], [Argument|Arguments], Extra, Rules) :-
    sound_argument(Letter, Argument, Extra, Rules),
    sound_arguments(Letters, Arguments, Extra, Rules).

sound_argument(^, Argument, _, Rules) :-
    !,
    nonvar(Argument),
    unquantified(Argument, Goal),
    sound(Goal, 0, Rules).
sound_argument(/, Body, Extra, Rules) :-
    !,
    Extra =:= 0,
    ( nonvar(Body), Body = _:_ -> true ; plain_nonterminal(Body) ),
    sound(Body, 2, Rules).
sound_argument(Letter, Closure, _, Rules) :-
    char_type(Letter, digit(More)),
    !,
    sound(Closure, More, Rules).
sound_argument(_, _, _, _).

unquantified(Argument, Goal) :-
    (   nonvar(Argument),
        Argument = _^Inner
    ->  unquantified(Inner, Goal)
    ;   Goal = Argument
    ).
