% Errors of built-in predicates, and which comes first.
p0 :- B=0, _=..[B|D].
p1(N) :- arg(N,0,[]).
p2(N,1) :- functor(N,1,1).
?- _ =.. [0|B].   % f
?- p0.   % f
?- true =.. g(b,_).   % f
?- f(a) =.. [_|c].   % f
?- f(_) =.. [].   % f
?- arg(0,0,_).   % f
?- arg(a,_,0).   % f
?- p1(0).   % f
?- p2(1,_).   % call aa
?- functor(g(_,0),1,1).   % f
?- memberchk(1,0).   % f
?- memberchk(0,[1|true]).   % a
?- compare(a,0,[]).   % f
?- compare([],0,1).   % f
?- callable([]).   % f
?- [] @>= "s".   % f
?- plus(_,true,_).   % f
?- 0 is 0^0.5.   % f
?- member(X,[0,1,f(a),f(x),a]), member(Y,[[a|1],[0|1],[g|c],[f|c],[_|c],b,[a,b|c],[f,y|c],[f,x|c],[f,x,z|c],[],[_,_|1],[f|_],[_|_]]), catch(X=..Y,error(E,_),true).   % a
?- 0=..[a|1].   % f
?- f(x)=..[f,x|c].   % f
?- max_list([1|B],X).   % f
?- max_list([0|c],X).   % f
?- min_list([1,2|c],X).   % f
?- min_list(B,X).   % f
?- nth1(12345678901234567890,[],X).   % f
?- nth0(-12345678901234567890,[a],X).   % a
?- nth1(9223372036854775808,[a],X).   % f
?- N = 12345678901234567890, nth1(N,L,X).   % a
