"""Rules compiled: from a checked Program to procedures, and from those to Python source.

The way of a program, one folder a step:

- `normal_form`: the clauses of the file, or those of our library (`library/*.pl`), with control made explicit, grammar
  rules translated, parameters constants; `maplist(opponent, Ps, Qs)` is a call of a copy of maplist that calls opponent
  itself;
- `analysis`: each predicate is lowered for each way it is called, again and again until nothing more is learnt about
  groundness, types and determinism;
- `procedures`: what comes out, a small language that can be printed. A target reads this and nothing before it;
- `python`: procedures written as Python, loaded, and asked what a game asks.

What runs is in `runtime` (terms, unification, order, arithmetic) and `builtins` (predicates written in Python; its
docstring says how to write one). `explaining` tells people what was found out.
"""
