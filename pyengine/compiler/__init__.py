"""Rules compiled: from a checked Program to procedures, and from those to Python source.

The way of a program, one module a step:

- `sources`: the clauses as written: the file's own, or those of our library (`library/*.pl`), found by name;
- `normal_form`, with `dcg` and `closures`: control made explicit, grammar rules translated, parameters constants,
  `maplist(opponent, Ps, Qs)` a call of a copy of maplist that calls opponent itself;
- `lifting`: what a clause cannot hold in place becomes a predicate of its own;
- `analysis`, with `selecting`, `lowering`, `matching`, `inline` and `domain`: each predicate is lowered for each way it
  is called (`procedures`), again and again until nothing more is learnt about cleanness, types and determinism;
- `python_source`: procedures written as Python.

What runs is in `runtime` (terms, unification, order, arithmetic) and `builtins` (predicates written in Python; its
docstring says how to write one).
"""
