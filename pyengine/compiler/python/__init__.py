"""The Python target: procedures as nodes of Python, executed, and answering what a game asks.

`source` writes the functions of a module, with `statements`, `calls`, `expressions` and `names`, out of `nodes`;
`execution` executes them, `printing` shows them to people, and `compiling` does all of that for rules. `contract`
answers with it what a game asks, `expanding` what is asked of each position.
"""
