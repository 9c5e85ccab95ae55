% What SWI-Prolog's read_term/3 makes of files and texts, in a form that can be compared character by character.
%
% Standard input holds jobs, each a line "file N" or "text N" and then N characters: a path, or Prolog text. For each
% job, standard output gets one record per sentence, each ended by U+001E and ".\n", then U+001D and ".\n". A sentence that cannot be read
% gives the record "E", followed by the error; a file ends with it, a text goes on. Terms are written in Polish
% notation: v1 (variables numbered by first occurrence), i42; f1.5; r1r3; a3:foo s5:hello n (the empty list)
% l2:X,Y,Tail as l2: X Y Tail, and c2:1:f X Y for a compound of arity 2 with a name of length 1.
%
% Directives that change how the rest is read are obeyed, those of the reader under test and no others: op/3, operators
% in the export list of module/2, operators that an imported library exports, the flags double_quotes and back_quotes,
% include/1.

:- use_module(library(readutil)).
:- use_module(library(filesex)).
:- initialization(main, main).

%! main is det.
main :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    set_stream(user_output, newline(posix)),
    set_stream(user_input, newline(posix)),
    jobs(1).

jobs(Number) :-
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  true
    ;   split_string(Line, " ", "", [Kind, Size]),
        number_string(Length, Size),
        read_string(user_input, Length, Text),
        atom_concat(reading, Number, Module),
        fresh(Module),
        (   Kind == "file"
        ->  atom_string(Path, Text),
            catch(read_file(Path, Module), stop, true)
        ;   setup_call_cleanup(open_string(Text, Stream), read_text(Stream, Module), close(Stream))
        ),
        write('\u001D.\n'),
        flush_output,
        Next is Number + 1,
        jobs(Next)
    ).

fresh(Module) :-
    nb_setval(double_quotes, string),
    nb_setval(back_quotes, codes),
    set_module(Module:class(temporary)).

read_file(Path, Module) :-
    setup_call_cleanup(
        open(Path, read, Stream, [encoding(utf8)]),
        ( skip_script_line(Stream),
          read_all(Stream, Path, Module, stop)
        ),
        close(Stream)).

read_text(Stream, Module) :-
    read_all(Stream, '', Module, go_on).

skip_script_line(Stream) :-
    peek_string(Stream, 2, "#!"),
    !,
    skip(Stream, '\n').
skip_script_line(_).

read_all(Stream, Path, Module, OnError) :-
    nb_getval(double_quotes, Double),
    nb_getval(back_quotes, Back),
    catch(read_term(Stream, Term, [module(Module), double_quotes(Double), back_quotes(Back)]),
          error(Error, _),
          ( print_error(Error), Term = '$error' )),
    (   Term == '$error'
    ->  ( OnError == stop -> throw(stop) ; read_all(Stream, Path, Module, OnError) )
    ;   Term == end_of_file
    ->  true
    ;   directive_goals(Term, Goals),
        \+ \+ ( nb_setval(variables, 0), emit(Term), write('\u001E.\n') ),
        forall(member(Goal, Goals), obey(Goal, Path, Module, OnError)),
        read_all(Stream, Path, Module, OnError)
    ).

print_error(Error) :-
    format("E~q\u001E.~n", [Error]).

directive_goals(Term, Goals) :-
    nonvar(Term),
    ( Term = (:- Body) ; Term = (?- Body) ),
    !,
    phrase(conjuncts(Body), Goals).
directive_goals(_, []).

conjuncts(Goal) --> { var(Goal) }, !.
conjuncts((A, B)) --> !, conjuncts(A), conjuncts(B).
conjuncts(Goal) --> [Goal].

obey(op(Priority, Type, Names), _, Module, _) :- !,
    strip_module(Names, _, Plain),
    catch(op(Priority, Type, Module:Plain), _, true).
obey(module(_, Exports), _, Module, _) :- is_list(Exports), !,
    forall(( member(Export, Exports), nonvar(Export), Export = op(Priority, Type, Names) ),
           ( strip_module(Names, _, Plain), catch(op(Priority, Type, Module:Plain), _, true) )).
obey(set_prolog_flag(Flag, Value), _, _, _) :-
    memberchk(Flag, [double_quotes, back_quotes]), !,
    nb_setval(Flag, Value).
obey(include(What), _, Module, _) :-
    nonvar(What),
    What = library(Name),
    atom(Name),
    once(user:file_search_path(library, Folder)),   % that of pyengine, by the option -p
    atomic_list_concat([Folder, /, Name, '.pl'], File),
    exists_file(File),
    !,
    read_file(File, Module).
obey(include(What), Path, Module, _) :-
    ground(What),
    term_path(What, Relative),
    file_directory_name(Path, Folder),
    directory_file_path(Folder, Relative, Base),
    ( atom_concat(Base, '.pl', File), exists_file(File) ; File = Base, exists_file(File) ),
    !,
    read_file(File, Module).
obey(Goal, _, Module, _) :-
    Goal =.. [Loader, Files|Imports],
    memberchk(Loader, [use_module, autoload, reexport, ensure_loaded]),
    !,
    ( is_list(Files) -> List = Files ; List = [Files] ),
    forall(( member(File, List), exported(File, op(Priority, Type, Name)), wanted(Imports, op(Priority, Type, Name)) ),
           op(Priority, Type, Module:Name)).
obey(_, _, _, _).

%! exported(+File, -Operator) is nondet.
%  Operator is in the export list of a library, as the library's own text says.
exported(File, Operator) :-
    nonvar(File),
    File = library(_),
    absolute_file_name(File, Path, [file_type(prolog), access(read), file_errors(fail)]),
    setup_call_cleanup(open(Path, read, Stream, [encoding(utf8)]), read_term(Stream, First, []), close(Stream)),
    First = (:- module(_, Exports)),
    member(Operator, Exports),
    Operator = op(_, _, _).

wanted([Imports], Operator) :-
    is_list(Imports),
    !,
    \+ \+ memberchk(Operator, Imports).
wanted(_, _).

term_path(A/B, Path) :- !,
    term_path(A, Folder),
    term_path(B, Name),
    atomic_list_concat([Folder, Name], /, Path).
term_path(Name, Name) :- atomic(Name).

%! emit(+Term) is det.
%  Writes Term in Polish notation, binding its variables on the way.
emit(Term) :- var(Term), !,
    nb_getval(variables, Last),
    Number is Last + 1,
    nb_setval(variables, Number),
    Term = '$variable of the oracle'(Number),
    format("v~d", [Number]).
emit('$variable of the oracle'(Number)) :- !,
    format("v~d", [Number]).
emit(Term) :- Term == [], !,
    put_char(n).
emit(Term) :- atom(Term), !,
    atom_length(Term, Length),
    format("a~d:~a", [Length, Term]).
emit(Term) :- integer(Term), !,
    format("i~d;", [Term]).
emit(Term) :- rational(Term), !,
    format("r~w;", [Term]).
emit(Term) :- float(Term), !,
    format("f~16e;", [Term]).
emit(Term) :- string(Term), !,
    string_length(Term, Length),
    format("s~d:~s", [Length, Term]).
emit(Term) :- is_dict(Term), !,
    dict_pairs(Term, Tag, Pairs),
    length(Pairs, Count),
    Arity is 2 * Count + 1,
    format("c~d:4:dict", [Arity]),
    emit(Tag),
    forall_pairs(Pairs).
emit([Head|Tail]) :- !,
    '$skip_list'(Length, [Head|Tail], Rest),
    format("l~d:", [Length]),
    emit_items(Length, [Head|Tail]),
    emit(Rest).
emit(Term) :-
    compound_name_arguments(Term, Name, Arguments),
    length(Arguments, Arity),
    ( Name == [] -> Length = 2 ; atom_length(Name, Length) ),
    format("c~d:~d:~w", [Arity, Length, Name]),
    emit_all(Arguments).

emit_items(0, _) :- !.
emit_items(Count, [Item|Items]) :-
    emit(Item),
    Less is Count - 1,
    emit_items(Less, Items).

emit_all([]).
emit_all([Term|Terms]) :-
    emit(Term),
    emit_all(Terms).

forall_pairs([]).
forall_pairs([Key-Value|Pairs]) :-
    emit(Key),
    emit(Value),
    forall_pairs(Pairs).
