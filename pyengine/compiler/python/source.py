"""Procedures written as a Python module."""

from __future__ import annotations

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.procedures import Key, Procedure
from pyengine.compiler.python.expressions import Expressions
from pyengine.compiler.python.names import ModuleNames
from pyengine.compiler.python.statements import StatementWriter


def python_source(analysis: Analysis, entries: list[Key], title: str) -> tuple[str, dict[Key, str]]:
    """Write a module with a function for each procedure that the entries need; gives the names of those, too."""
    names = ModuleNames()
    expressions = Expressions(names, lambda key: analysis.procedures[key].summary)
    functions = [
        _function(procedure, expressions, procedure.summary.is_many and analysis.recurs(procedure.key))
        for procedure in map(analysis.procedures.__getitem__, analysis.reachable(entries))
    ]
    tables = names.definitions()
    head = [f'"""{title}"""', "", "from __future__ import annotations", "", *names.imports(), "", *tables, ""]
    text = "\n".join([*head, *["\n".join(["", *lines, ""]) for lines in functions]])
    return text, {key: names.function(key) for key in entries}


def _function(procedure: Procedure, expressions: Expressions, recurs: bool) -> list[str]:
    may_jump = not procedure.is_tabled  # each call of a tabled one looks at the table
    writer = StatementWriter(procedure, expressions, may_jump, recurs)
    writer.write(2)
    if len(writer.wrappings) == 1:
        writer = StatementWriter(procedure, expressions, True, recurs, next(iter(writer.wrappings)))
        writer.write(2)
    lines = writer.lines
    if writer.jumps:
        lines = [*["    front = []"] * (writer.wrapped is not None), "    while True:", *lines]
    else:
        writer = StatementWriter(procedure, expressions, False, recurs)
        writer.write(1)
        lines = writer.lines
    if writer.searches:
        lines = _closing(lines, writer.searches)
    summary = procedure.summary
    params = [*procedure.params, "trail"] if summary.uses_trail else list(procedure.params)
    kind = "nondet" if summary.is_many else "semidet" if summary.can_fail else "det"
    name = expressions.names.function(procedure.key)
    what = f"{procedure.origin}, {kind}" if not procedure.key.first else f"{procedure.origin}, first solution"
    header = [f"def {name}({', '.join(params)}):  # {what}"]
    if procedure.has_trail and not summary.uses_trail:
        lines.insert(0, "    trail = []")
    if summary.is_many and not any("yield" in line for line in lines):
        lines.append("    yield")
    if procedure.is_tabled:
        kept = expressions.names.runtime(
            "runtime.tabling",
            "tabled_many" if summary.is_many else "tabled" if procedure.outputs else "tabled_test",
        )
        header.insert(0, f"@{kept}")
    return [*header, *lines]


def _closing(lines: list[str], searches: list[str]) -> list[str]:
    """Let a generator close the searches that it has under way itself, where something ends it.

    Python would close them too, but would look each time at all generators that this one runs in, and at all exceptions
    that came before: a deep recursion would take a time that grows with the square of its depth.
    """
    none = " = ".join([*searches, "None"])
    return [
        f"    {none}",
        "    try:",
        *[f"    {line}" if line else line for line in lines],
        "    except BaseException as end:",
        "        end.__context__ = None",
        f"        {none}",
        "        raise",
    ]
