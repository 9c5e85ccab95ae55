"""The C target: procedures as a C file, and the table of functions by which the kernel asks the rules of a game.

`game` writes the file of a game: `source` its procedures, `entry_points` and `admission` what the kernel calls. A
procedure is written by `statements`, with `calls`, `tail_calls`, `loops` and `aggregates`, around one
`procedure_code`; `expressions`, `integers`, `forms` and `locals` say how values are written and kept, and `names`,
`symbols` and `tables` what is written once a file. `bounds`, `allocation`, `shared_prefixes`, `skipped_solutions` and
`compile_time` are analyses for this target alone. `packing` is how terms cross to Python, and `runtime/` is what every
file is linked to.
"""
