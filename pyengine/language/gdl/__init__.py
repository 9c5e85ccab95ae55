"""Games in the Game Description Language: KIF text, read, checked, and written as the clauses of a rule file."""
