"""The Python target: procedures as Python source, loaded, and answering what a game asks.

`source` writes a module, with `statements`, `expressions` and `names`; `compiling` loads it;
`contract` answers with it.
"""
