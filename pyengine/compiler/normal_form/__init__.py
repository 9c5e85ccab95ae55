"""From clauses as they are written to clauses whose control is explicit.

`sources` finds the clauses of a predicate, in the rule file or in our library; `rules` turns them into `goals`, with
`closures` for what `maplist` and the like call, `unfolding` for small predicates, and `lifting` for what a clause
cannot hold in place.
"""
