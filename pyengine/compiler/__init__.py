"""The compiler: from a checked Program to procedures, and from those to Python or C.

The passes, one folder each:

- `normal_form`: the clauses of the file, or those of our library (`library/*.pl`), with control made explicit, grammar
  rules translated, parameters constants; `maplist(opponent, Ps, Qs)` is a call of a copy of maplist that calls opponent
  itself;
- `analysis`: each predicate is lowered for each way it is called, to a fix-point of groundness, types and determinism;
- `procedures`: what comes out, an intermediate language that can be printed. A target reads this and nothing before it;
- `python`, `c`: the targets. Neither knows the other: what both need is in `procedures` or `analysis`, and what the C
  target evaluates at compile time it leaves to a function that its caller passes.

The run time of the Python target is in `runtime` (terms, unification, order, arithmetic) and `builtins` (predicates
written in Python; its docstring says how to write one), that of the C target in `c/runtime`. `explanation` tells people
what was inferred.
"""
