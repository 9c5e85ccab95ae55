%   library(ugraphs): graphs as lists Vertex-Neighbours, both ordered.

vertices(Graph, Vertices) :-
    known_graph_(Graph),
    pairs_keys(Graph, Vertices).

%   known_graph_(+Items): lists of which not all is known are left to SWI-Prolog.

known_graph_(Items) :-
    (   is_list(Items),
        ground(Items)
    ->  true
    ;   '$refuse'('a graph of which not all is known')
    ).

edges(Graph, Edges) :-
    known_graph_(Graph),
    pairs_keys(Graph, _),
    findall(V-N, ( member(V-Ns, Graph), member(N, Ns) ), Edges).

vertices_edges_to_ugraph(Vertices, Edges, Graph) :-
    known_graph_(Vertices),
    known_graph_(Edges),
    findall(V, ( member(V, Vertices) ; member(A-B, Edges), ( V = A ; V = B ) ), Vs0),
    sort(Vs0, Vs),
    sort(Edges, Es),
    ugraph_from_(Vs, Es, Graph).

ugraph_from_([], _, []).
ugraph_from_([V|Vs], Edges, [V-Ns|Graph]) :-
    ugraph_own_(Edges, V, Ns, Rest),
    ugraph_from_(Vs, Rest, Graph).

ugraph_own_([V0-N|Edges], V, Ns, Rest) :-
    V0 == V,
    !,
    Ns = [N|Ns1],
    ugraph_own_(Edges, V, Ns1, Rest).
ugraph_own_(Edges, _, [], Edges).

add_vertices(Graph, Vertices, New) :-
    known_graph_(Vertices),
    vertices(Graph, Vs0),
    append(Vs0, Vertices, Vs),
    edges(Graph, Es),
    vertices_edges_to_ugraph(Vs, Es, New).

del_vertices(Graph, Vertices, New) :-
    known_graph_(Graph),
    known_graph_(Vertices),
    sort(Vertices, Vs),
    ugraph_without_(Graph, Vs, New).

ugraph_without_([], _, []).
ugraph_without_([V-Ns|Graph], Vs, New) :-
    (   ord_memberchk(V, Vs)
    ->  New = New1
    ;   ord_subtract(Ns, Vs, Ns1),
        New = [V-Ns1|New1]
    ),
    ugraph_without_(Graph, Vs, New1).

add_edges(Graph, Edges, New) :-
    known_graph_(Edges),
    vertices(Graph, Vs),
    edges(Graph, Es0),
    append(Es0, Edges, Es),
    vertices_edges_to_ugraph(Vs, Es, New).

del_edges(Graph, Edges, New) :-
    known_graph_(Edges),
    vertices(Graph, Vs),
    edges(Graph, Es0),
    sort(Edges, Gone),
    ord_subtract(Es0, Gone, Es),
    vertices_edges_to_ugraph(Vs, Es, New).

neighbours(Vertex, Graph, Neighbours) :-
    neighbors(Vertex, Graph, Neighbours).

neighbors(Vertex, [V-Ns|Graph], Neighbours) :-
    (   V == Vertex
    ->  Neighbours = Ns
    ;   neighbors(Vertex, Graph, Neighbours)
    ).

transpose_ugraph(Graph, New) :-
    vertices(Graph, Vs),
    findall(N-V, ( member(V-Ns, Graph), member(N, Ns) ), Es),
    vertices_edges_to_ugraph(Vs, Es, New).

ugraph_union(Graph1, Graph2, New) :-
    known_graph_(Graph1),
    known_graph_(Graph2),
    vertices(Graph1, Vs1),
    vertices(Graph2, Vs2),
    edges(Graph1, Es1),
    edges(Graph2, Es2),
    append(Vs1, Vs2, Vs),
    append(Es1, Es2, Es),
    vertices_edges_to_ugraph(Vs, Es, New).

reachable(Vertex, Graph, Reachable) :-
    known_graph_(Graph),
    neighbors(Vertex, Graph, _),
    ugraph_reach_([Vertex], Graph, [Vertex], Reachable).

ugraph_reach_([], _, Reached, Reached).
ugraph_reach_([V|Vs], Graph, Reached0, Reached) :-
    (   neighbors(V, Graph, Ns)
    ->  ord_union(Reached0, Ns, Reached1, New)
    ;   Reached1 = Reached0,
        New = []
    ),
    append(Vs, New, Todo),
    ugraph_reach_(Todo, Graph, Reached1, Reached).

transitive_closure(Graph, Closure) :-
    known_graph_(Graph),
    ugraph_closure_(Graph, Graph, Closure).

ugraph_closure_([], Graph, Graph).
ugraph_closure_([V-_|Vs], Graph, Closure) :-
    neighbors(V, Graph, Ns),
    ugraph_through_(Graph, V, Ns, Graph1),
    ugraph_closure_(Vs, Graph1, Closure).

ugraph_through_([], _, _, []).
ugraph_through_([W-Ws|Graph], V, Vs, [W-New|Graph1]) :-
    (   ord_memberchk(V, Ws)
    ->  ord_union(Ws, Vs, New)
    ;   New = Ws
    ),
    ugraph_through_(Graph, V, Vs, Graph1).

%   top_sort(+Graph, -Sorted): vertices that nothing leads to any more wait on a stack.

top_sort(Graph, Sorted) :-
    known_graph_(Graph),
    pairs_keys_values(Graph, Vertices, Lists),
    append(Lists, Targets),
    msort(Targets, Ordered),
    clumped(Ordered, Counts),
    pairs_keys(Counts, Waiting),
    ord_subtract(Vertices, Waiting, Free),
    top_sort_(Free, Graph, Counts, Sorted).

top_sort_([], _, [], []).
top_sort_([V|Vs], Graph, Counts0, [V|Sorted]) :-
    neighbors(V, Graph, Ns),
    top_sort_free_(Counts0, Ns, Vs, Counts, Free),
    top_sort_(Free, Graph, Counts, Sorted).

top_sort_free_([], _, Free, [], Free).
top_sort_free_([V-N|Counts0], Ns, Free0, Counts, Free) :-
    (   ord_memberchk(V, Ns)
    ->  (   N =:= 1
        ->  top_sort_free_(Counts0, Ns, [V|Free0], Counts, Free)
        ;   M is N - 1,
            Counts = [V-M|Counts1],
            top_sort_free_(Counts0, Ns, Free0, Counts1, Free)
        )
    ;   Counts = [V-N|Counts1],
        top_sort_free_(Counts0, Ns, Free0, Counts1, Free)
    ).

complement(Graph, Complement) :-
    vertices(Graph, Vertices),
    findall(V-Others, ( member(V-Ns, Graph), ugraph_others_(Vertices, V, Ns, Others) ), Complement).

ugraph_others_(Vertices, V, Ns, Others) :-
    ord_add_element(Ns, V, Taken),
    ord_subtract(Vertices, Taken, Others).

compose(Graph1, Graph2, Composition) :-
    known_graph_(Graph1),
    known_graph_(Graph2),
    vertices(Graph1, Vs1),
    vertices(Graph2, Vs2),
    ord_union(Vs1, Vs2, Vertices),
    compose_(Vertices, Graph1, Graph2, Composition).

compose_([], _, _, []).
compose_([V|Vs], Graph1, Graph2, [V-Targets|Composition]) :-
    (   neighbors(V, Graph1, Ns)
    ->  findall(T, ( member(N, Ns), neighbors(N, Graph2, Ts), member(T, Ts) ), Found),
        sort(Found, Targets)
    ;   Targets = []
    ),
    compose_(Vs, Graph1, Graph2, Composition).
