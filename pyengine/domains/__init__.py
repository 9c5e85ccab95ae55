"""What the rules of a game can say at all, known before it is played: its finite domains.

The rules are run once on sets of terms in place of terms, whatever the positions are: `shapes` are these sets,
`integer_sets` those of integers, `bindings` what the variables of a clause stand for, `abstract_rules` the clauses, one
predicate after the other, and `abstract_built_ins` what need not be followed. `game_domains` asks the contract's
questions; `exploration` visits every position of a game that has few, and `sample` plays at random.
"""
