% Errors come with the solution that causes them, not after the last one.
p0.
p0 :- throw(a).
?- aggregate_all(max(_),p0,_).   % f
?- aggregate_all(sum(X),(X=a;throw(e)),M).   % f
?- aggregate_all(max(_,_),true,_).   % f
?- aggregate_all(min(a,[]),true,_).   % f
?- aggregate_all(max(X,W),member(X-W,[1-a,_-b]),M).   % f
