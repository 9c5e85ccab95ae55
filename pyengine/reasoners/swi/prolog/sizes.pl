/*  Predicates of SWI-Prolog that rules get with a precaution: sizes are looked at before they are called.

    9.0.4 ends the process for some arguments (an arity of 2**62, a term nested a million deep that is to be written)
    and cannot be stopped inside others (a number of a million digits that is to be read). A precaution throws an error
    of resources in such a case, and costs little in all others.
*/

:- module(pyengine_sizes,
          [ counterpart/3,              % +Name, +Arity, -Checked
            careful/1,                  % +Goal
            take_care/2,                % +Goal, -Careful
            inlined/2,                  % +Goal, -Sized
            writable/1                  % +Term
          ]).

:- use_module(library(lists)).
:- use_module(arithmetic).
:- use_module(evaluation).
:- use_module(formats).
:- use_module(vocabulary, [limit/2]).

:- discontiguous counterpart/3.

%!  counterpart(+Name, +Arity, -Checked) is semidet.
%
%   Checked is the name of a predicate of this module that does what Name/Arity does, with its precaution.

term_expansion(before(Goal, Precaution),
               [ counterpart(Name, Arity, Checked), (Head :- Precaution, Goal) ]) :-
    ( Goal = _:Plain -> true ; Plain = Goal ),
    Plain =.. [Name|Arguments],
    length(Arguments, Arity),
    atom_concat(checked_, Name, Checked),
    Head =.. [Checked|Arguments].

before(functor(Term, _, Arity), new_arity(Term, Arity)).
before(functor(Term, _, Arity, _), new_arity(Term, Arity)).
before(compound_name_arity(Term, _, Arity), new_arity(Term, Arity)).
before(length(_, Length), at_most(most_items, Length)).
before(sort(Key, _, List, _), countable_places(Key, List)).
before(atomic_list_concat(Items, _), joinable(Items)).
before(atomic_list_concat(Items, _, _), joinable(Items)).
before(concat_atom(Items, _), joinable(Items)).
before(concat_atom(Items, _, _), joinable(Items)).
before(atomics_to_string(Items, _), joinable(Items)).
before(atom_number(Text, _), numeral(Text)).
before(number_codes(_, Text), numeral(Text)).
before(number_chars(_, Text), numeral(Text)).
before(number_string(_, Text), numeral(Text)).
before(name(_, Text), numeral(Text)).
before(dcg_basics:integer(_, Codes, _), numeral(Codes)).
before(dcg_basics:number(_, Codes, _), numeral(Codes)).
before(dcg_basics:float(_, Codes, _), numeral(Codes)).
before(dcg_basics:xinteger(_, Codes, _), numeral(Codes)).
before(atom_to_term(Text, _, _), readable(Text)).
before(term_to_atom(Term, Text), (writable(Term), readable(Text))).
before(term_string(Text, Term), (writable(Term), readable(Text), readable(Term))).
before(write(Term), writable(Term)).
before(writeq(Term), writable(Term)).
before(print(Term), writable(Term)).
before(writeln(Term), writable(Term)).
before(write_canonical(Term), walked(Term)).
before(tab(Count), fillable(Count)).
before(format(Format), formattable(Format, [])).
before(format(Format, Arguments), formattable(Format, Arguments)).
before(format(_, Format, Arguments), formattable(Format, Arguments)).
before(variant_sha1(Term, _), walked(Term)).
before(variant_hash(Term, _), walked(Term)).
before(term_singletons(Term, _), walked(Term)).
before(wildcard_match(Pattern, Text), matchable(Pattern, Text)).
before(wildcard_match(Pattern, Text, _), matchable(Pattern, Text)).
before(max_list(Numbers, _), forall(known_member(Number, Numbers), affordable(Number))).
before(min_list(Numbers, _), forall(known_member(Number, Numbers), affordable(Number))).
before(must_be(Type, _), affordable_type(Type)).
before(is_of_type(Type, _), affordable_type(Type)).
before(add_to_heap(Heap, _, _, _), affordable_heap(Heap)).
before(get_from_heap(Heap, _, _, _), affordable_heap(Heap)).
before(delete_from_heap(Heap, _, _, _), affordable_heap(Heap)).
before(merge_heaps(Heap1, Heap2, _), (affordable_heap(Heap1), affordable_heap(Heap2))).
before(min_of_heap(Heap, _, _, _, _), affordable_heap(Heap)).
before(varnumbers(Term, _), numbered(Term, 0)).
before(varnumbers(Term, Start, _), numbered(Term, Start)).
before(varnumbers_names(Term, _, _), numbered(Term, 0)).
before(max_var_number(_, Start, _), affordable(Start)).
before(lambda_calls(_, Extra, _), at_most(most_arity, Extra)).
before(bounded_number(Low, High, Number), (numeric(Low), numeric(High), numeric(Number))).
before(dedent_lines(_, _, Options), forall(known_member(Option, Options), affordable_option(Option))).

counterpart(Name, 2, Checked) :-
    functor(Goal, Name, 2),
    arithmetic(Goal),
    atom_concat(checked_, Name, Checked).
counterpart(sum_list, 2, checked_sum_list).
counterpart(sumlist, 2, checked_sum_list).

checked_sum_list(Numbers, Sum) :-
    is_list(Numbers),
    !,
    add_up(Numbers, 0, Sum).
checked_sum_list(Numbers, Sum) :-
    sum_list(Numbers, Sum).

add_up([], Sum, Sum).
add_up([Number|Numbers], Sum0, Sum) :-
    (   integer(Number),
        integer(Sum0)
    ->  Sum1 is Sum0+Number
    ;   evaluate(Sum0+Number, Sum1)
    ),
    add_up(Numbers, Sum1, Sum).

%!  careful(+Goal) is semidet.
%!  take_care(+Goal, -Careful) is det.
%
%   Goal, which has goals among its arguments, takes a precaution, and this is Goal with it.

careful(Goal) :-
    ( precaution(Goal, _) ; aggregation(Goal, _, _) ),
    !.

take_care(Goal, (pyengine_sizes:Precaution, Goal)) :-
    precaution(Goal, Precaution),
    !.
take_care(Goal, Careful) :-
    aggregation(Goal, Template, Index),
    \+ collecting(Template),
    !,
    arg(Index, Goal, Inner),
    look_at(Inner, pyengine_sizes:affordable_template(Template), Inner1),
    Goal =.. [Name|Arguments0],
    nth1(Index, Arguments0, _, Others),
    nth1(Index, Arguments, Inner1, Others),
    Careful =.. [Name|Arguments].
take_care(Goal, Goal).

precaution(limit(Count, _), affordable(Count)).
precaution(offset(Count, _), affordable(Count)).
precaution(call_nth(_, Nth), affordable(Nth)).
precaution(when(Condition, _), walked(Condition)).

%   aggregation(?Goal, -Template, -Index): what Goal adds up or compares for each solution of its argument Index.

aggregation(aggregate_all(Template, _, _), Template, 2).
aggregation(aggregate_all(Template, _, _, _), Template, 3).
aggregation(aggregate(Template, _, _), Template, 2).
aggregation(aggregate(Template, _, _, _), Template, 3).

look_at(Inner, Check, Looked) :-
    (   nonvar(Inner),
        Inner = Variable^Inner1
    ->  Looked = Variable^Looked1,
        look_at(Inner1, Check, Looked1)
    ;   Looked = (Inner, Check)
    ).

%!  inlined(+Goal, -Sized) is semidet.
%
%   Sized does what Goal does, and tells by a test that costs nothing that no precaution is needed.

inlined(Goal, Sized) :-
    arithmetic(Goal),
    !,
    sized_arithmetic(Goal, Sized).
inlined(length(List, Length), ( var(Length) -> length(List, Length) ; pyengine_sizes:checked_length(List, Length) )).
inlined(functor(Term, Name, Arity),
        ( var(Term) -> pyengine_sizes:checked_functor(Term, Name, Arity) ; functor(Term, Name, Arity) )).

                 /*******************************
                 *          PRECAUTIONS         *
                 *******************************/

new_arity(Term, Arity) :-
    (   var(Term)
    ->  at_most(most_arity, Arity)
    ;   true
    ).

%   The key of sort/4 is a place, or a list of places inside each other. 9.0.4 counts them by 32 bits, and looks outside of
%   the terms; there is no such place in any of them.

countable_places(Key, List) :-
    (   nonvar(List),
        List = [First|_],
        ( is_list(Key) -> member(Place, Key) ; Place = Key ),
        integer(Place),
        limit(most_arity, Most),
        Place > Most
    ->  throw(error(existence_error(argument, Place, First), context(system:sort/4, _)))
    ;   true
    ).

at_most(Name, Size) :-
    (   integer(Size),
        limit(Name, Most),
        Size > Most
    ->  too_large
    ;   true
    ).

%   joinable(?Items): the texts make up no more than one call may fill; a partial list is refused by the call itself.

joinable(Items) :-
    (   is_list(Items)
    ->  limit(most_items, Most),
        joinable(Items, Most)
    ;   true
    ).

joinable([], _).
joinable([Item|Items], Left0) :-
    (   atomic(Item)
    ->  atom_length(Item, Length),
        Left is Left0-Length,
        ( Left < 0 -> too_large ; true )
    ;   Left = Left0
    ),
    joinable(Items, Left).

%   numeral(?Text): SWI-Prolog takes quadratic time to read a number. What does not begin like one is not read.

numeral(Text) :-
    limit(most_digits, Most),
    (   long_text(Text, Most, Codes),
        leading(Codes, Digits),
        longer(Digits, Most)
    ->  too_large
    ;   true
    ).

leading([Code|Codes0], Codes) :-
    integer(Code),
    (   ( code_type(Code, space) ; memberchk(Code, `+-`) )
    ->  leading(Codes0, Codes)
    ;   code_type(Code, digit)
    ->  Codes = Codes0
    ).

%   long_text(?Text, +Most, -Codes) is semidet: Text has more than Most characters, and these are its Codes.

long_text(Text, Most, Codes) :-
    (   ( string(Text) ; atom(Text) )
    ->  string_length(Text, Length),
        Length > Most,
        string_codes(Text, Codes)
    ;   compound(Text),
        Text = [First|_],
        nonvar(First),
        longer(Text, Most),
        (   integer(First)
        ->  Codes = Text
        ;   catch(string_codes(Text, Codes), _, fail)
        )
    ).

%   longer(+Codes, +Most) is semidet: a numeral of more than Most digits may stand there.

longer([Code|Codes], Left) :-
    nonvar(Code),
    (   Left =:= 0
    ->  true
    ;   code(Code, Number),
        code_type(Number, csym),
        Left1 is Left-1,
        longer(Codes, Left1)
    ).

code(Code, Number) :-
    (   integer(Code)
    ->  Number = Code
    ;   atom(Code),
        atom_length(Code, 1),
        char_code(Code, Number)
    ).

%   readable(?Text): the reader uses the process's stack for brackets, and quadratic time for a number. All brackets
%   count: which of them stand in quotes, and so close none, only a reader could tell.

readable(Text) :-
    limit(most_digits, Most),
    limit(deepest_written, Deepest),
    (   rational(Text)
    ->  bits(Text, Bits),
        ( Bits > Most*3 -> too_large ; true )
    ;   long_text(Text, Deepest, Codes)
    ->  readable(Codes, Most, Deepest, Most)
    ;   true
    ).

readable([], _, _, _).
readable([Code|Codes], Digits0, Brackets0, Most) :-
    (   memberchk(Code, `0123456789_`)
    ->  Digits is Digits0-1,
        Brackets = Brackets0
    ;   memberchk(Code, `([{`)
    ->  Brackets is Brackets0-1,
        Digits = Most
    ;   Digits = Most,
        Brackets = Brackets0
    ),
    ( Digits >= 0, Brackets >= 0 -> true ; too_large ),
    readable(Codes, Digits, Brackets, Most).

%   known_member(-Item, ?List) is nondet: Item is one of the items of List, whose rest may not be known.

known_member(Item, List) :-
    nonvar(List),
    List = [First|Rest],
    ( Item = First ; known_member(Item, Rest) ).

%   affordable_template(+Template): what aggregate_all/3 adds up or compares in one solution.

affordable_template(Template) :-
    (   collecting(Template)
    ->  true
    ;   compound(Template)
    ->  (   summary(Template, Expression)
        ->  affordable(Expression)
        ;   forall(arg(_, Template, Inner), affordable_template(Inner))
        )
    ;   true
    ).

collecting(Template) :-
    nonvar(Template),
    ( Template = count ; Template = bag(_) ; Template = set(_) ),
    !.

summary(sum(Expression), Expression).
summary(max(Expression), Expression).
summary(min(Expression), Expression).
summary(max(Expression, _), Expression).
summary(min(Expression, _), Expression).

affordable_type(Type) :-
    (   compound(Type)
    ->  (   Type = between(Low, High)
        ->  affordable(Low),
            affordable(High)
        ;   forall(arg(_, Type, Inner), affordable_type(Inner))
        )
    ;   true
    ).

affordable_heap(Heap) :-
    (   nonvar(Heap),
        Heap = heap(_, Size)
    ->  affordable(Size)
    ;   true
    ).

affordable_option(Option) :-
    ( nonvar(Option), Option = tab(Tab) -> fillable(Tab) ; true ).

%   numeric(?Number): of anything else but a number, 9.0.4 would end the process.

numeric(Number) :-
    (   ( var(Number) ; number(Number) )
    ->  true
    ;   throw(error(type_error(number, Number), _))
    ).

%   numbered(+Term, +Start): as many variables are made as there are numbers between Start and the largest.

numbered(Term, Start) :-
    affordable(Start),
    (   acyclic_term(Term),
        integer(Start),
        limit(most_arity, Most),
        occurs:sub_term(Inner, Term),
        nonvar(Inner),
        Inner = '$VAR'(Number),
        integer(Number),
        Number-Start > Most
    ->  too_large
    ;   true
    ).

%   matchable(+Pattern, +Text): SWI-Prolog tries all ways to divide Text among the stars and alternatives of Pattern.

matchable(Pattern, Text) :-
    (   catch(( text_to_string(Pattern, String), text_to_string(Text, Matched) ), _, fail)
    ->  string_codes(String, Codes),
        string_length(Matched, Length),
        limit(most_items, Most),
        ways(Codes, Length, Most, Most, _)
    ;   true
    ).

ways([], _, _, Left, Left).
ways([Code|Codes], Length, Most, Left0, Left) :-
    (   Code =:= 0'*
    ->  Left1 is Left0//(Length+1)
    ;   memberchk(Code, `{,`)
    ->  Left1 is Left0//2
    ;   Left1 = Left0
    ),
    ( Left1 > 0 -> true ; too_large ),
    ways(Codes, Length, Most, Left1, Left).
