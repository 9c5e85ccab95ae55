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
    functions = [_function(analysis.procedures[key], expressions) for key in analysis.reachable(entries)]
    tables = names.definitions()
    head = [f'"""{title}"""', "", "from __future__ import annotations", "", *names.imports(), "", *tables, ""]
    text = "\n".join([*head, *["\n".join(["", *lines, ""]) for lines in functions]])
    return text, {key: names.function(key) for key in entries}


def _function(procedure: Procedure, expressions: Expressions) -> list[str]:
    writer = StatementWriter(procedure, expressions, may_jump=True)
    writer.write(2)
    if len(writer.wrappings) == 1:
        writer = StatementWriter(procedure, expressions, True, next(iter(writer.wrappings)))
        writer.write(2)
    lines = writer.lines
    if writer.jumps:
        lines = [*["    front = []"] * (writer.wrapped is not None), "    while True:", *lines]
    else:
        writer = StatementWriter(procedure, expressions, may_jump=False)
        writer.write(1)
        lines = writer.lines
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
