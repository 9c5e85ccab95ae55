%   library(yall): lambda expressions that only the run knows.

'>>'(Ps, B) :-
    '$lambda'(Ps, B, [], Goal),
    call(Goal).

'>>'(Ps, B, A1) :-
    '$lambda'(Ps, B, [A1], Goal),
    call(Goal).

'>>'(Ps, B, A1, A2) :-
    '$lambda'(Ps, B, [A1,A2], Goal),
    call(Goal).

'>>'(Ps, B, A1, A2, A3) :-
    '$lambda'(Ps, B, [A1,A2,A3], Goal),
    call(Goal).

'>>'(Ps, B, A1, A2, A3, A4) :-
    '$lambda'(Ps, B, [A1,A2,A3,A4], Goal),
    call(Goal).

'>>'(Ps, B, A1, A2, A3, A4, A5) :-
    '$lambda'(Ps, B, [A1,A2,A3,A4,A5], Goal),
    call(Goal).

'>>'(Ps, B, A1, A2, A3, A4, A5, A6) :-
    '$lambda'(Ps, B, [A1,A2,A3,A4,A5,A6], Goal),
    call(Goal).
