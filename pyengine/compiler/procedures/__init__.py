"""Procedures: the small intermediate representation between the analysis and the targets, and the types it speaks of.

A target reads these, the declarations of built-ins (`builtins.registry`) and nothing else of the compiler.
"""
