"""What is learnt about rules: each predicate, for each way it is called, as a procedure.

`fixpoint` lowers predicates again and again until nothing more is learnt. For one predicate `clause_selection` makes
the procedure of its clauses (`clause_exclusion` says which exclude each other), `lowering` the statements of a body,
with `conditionals`, `calls`, `inline` and `unification` for its goals; `steadfastness` tells which arguments can be
unified after a call. `entries` lists what the contract asks for, and has what a target gets.
"""
