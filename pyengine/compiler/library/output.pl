%   Output captured in a term.

with_output_to(Sink, Goal) :-
    '$check_sink'(Sink),
    '$capture'(Depth),
    (   catch(Goal, Error, '$uncaptured'(Depth, Error))
    ->  '$captured'(Depth, Text),
        '$sink'(Sink, Text)
    ;   '$captured'(Depth, _),
        fail
    ).

'$uncaptured'(Depth, Error) :-
    '$captured'(Depth, _),
    throw(Error).

concat_atom(Parts, Atom) :-
    (   Parts = [First, Second]
    ->  atom_concat(First, Second, Atom)
    ;   atomic_list_concat(Parts, Atom)
    ).

atomic_concat(A, B, C) :-
    (   var(A)
    ->  instantiation_error(A)
    ;   var(B)
    ->  must_be(atomic, A),
        instantiation_error(B)
    ;   atom_concat(A, B, C)
    ).

string_lines(String, Lines) :-
    (   var(String)
    ->  must_be(list, Lines),
        atomic_list_concat(Lines, '\n', Atom),
        (   Lines == []
        ->  String = ""
        ;   string_concat(Atom, "\n", String)
        )
    ;   split_string(String, "\n", "", Lines0),
        (   append(Lines1, [""], Lines0)
        ->  ( Lines = Lines1 -> true ; Lines = Lines0 )
        ;   Lines = Lines0
        )
    ).
