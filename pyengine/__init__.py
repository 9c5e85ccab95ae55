"""Write a game as Prolog clauses. Ask Python what it is worth."""
