"""The Python target: procedures as Python source, loaded, and answering what a game asks.

`source` writes a module, with `statements`, `calls`, `expressions` and `names`; `compiling` loads it; `contract`
answers with it what a game asks, `expanding` what is asked of each position.
"""
