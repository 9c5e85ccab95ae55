"""What is learnt about rules: each predicate, for each way it is called, as a procedure.

`fixpoint` lowers predicates again and again until nothing more is learnt. For one predicate `choosing` makes the
procedure of its clauses (`selecting` says which exclude each other), `lowering` the statements of a body, with
`branching`, `calling`, `inline` and `matching` for its goals; `steadfast` tells which arguments can wait until after
a call.
"""
