% What is called is looked at as a whole before it is run; [] is the name of a predicate that nobody defines.
?- call([]).   % f
?- call([],1).   % f
?- G = [], G.   % f
?- G = (fail,1), G.   % f
?- G = (fail;true->"s"), call(G).   % f
?- G = (fail,call(1)), call(G).   % f
?- call(1).   % f
