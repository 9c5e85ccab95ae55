"""The Python target: procedures as nodes of Python, executed, and answering what a game asks.

`source` writes the functions of a module, with `statements`, `calls`, `expressions` and `names`, out of `nodes`;
`execution` executes them, `printer` shows them to people, and `compiled_rules` does all of that for rules. `contract`
answers with it what a game asks, `expander` what is asked of each position.
"""
