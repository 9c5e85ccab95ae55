"""Tabled procedures in C: their solutions are remembered as long as there is room."""

from __future__ import annotations

from pyengine.compiler.c.forms import C_TYPES, converted
from pyengine.compiler.c.locals import written
from pyengine.compiler.c.module import Module, Signature
from pyengine.compiler.procedures.procedure import Procedure


def tabled(module: Module, procedure: Procedure, header: str, number: int) -> list[str]:
    """Write the function that asks the table of a procedure, and the procedure (`…_all`) where that does not know."""
    signature, name = module.signature(procedure.key), module.names.function(procedure.key)
    params = [written(param) for param in procedure.params]
    inputs = [converted(param, form, "w") for param, form in zip(params, signature.inputs, strict=True)]
    call = ", ".join(["c", *params])
    finding, giving = _all_solutions(name, call, signature) if signature.is_many else _solution(name, call, signature)
    return [
        *_adding(name, signature),
        header,
        "{",
        f"    Word inputs[] = {{{', '.join(inputs) or '0'}}};",
        f"    Answers *answers = recall(c, {number}, inputs, {len(inputs)}, {len(signature.outputs)});",
        "    if (!answers)",
        "        return false;",
        "    Word *top = c->top;",
        "    size_t trailed = c->trailed;",
        "    if (!answers->is_complete) {",
        *finding,
        "        undo(c, trailed);",
        "        release(c, top);",
        "        complete(c, answers);",
        "    }",
        *giving,
        "}",
    ]


def _adding(name: str, signature: Signature) -> list[str]:
    """Write the function that adds a solution to the answers."""
    outs = _outputs(signature)
    words = [converted(f"out_{i}", form, "w") for i, form in enumerate(signature.outputs, 1)]
    lines = [
        f"static bool {name}_add({', '.join(['Context *c', 'void *frame', *outs])})",
        "{",
        f"    Word row[] = {{{', '.join(words) or '0'}}};",
    ]
    for i in range(len(words)):
        lines += [f"    if (!resolve_ground(c, row[{i}], &row[{i}]))", "        return false;"]
    return [*lines, "    return add_answer(c, frame, row);", "}", ""]


def _all_solutions(name: str, call: str, signature: Signature) -> tuple[list[str], list[str]]:
    """Write how many solutions are found, and how they are given from the answers."""
    finding = [f"        if (!{name}_all({call}, {name}_add, answers))", "            return false;"]
    giving = [
        "    for (uint32_t i = 0; i < answers->count; i++) {",
        f"        const Word *row = answers->words + (size_t)i * {len(signature.outputs)};",
        "        (void)row;",
        "        release(c, top);",
        f"        if (!next({', '.join(['c', 'frame', *_row(signature)])}))",
        "            return false;",
        "    }",
        "    return true;",
    ]
    return finding, giving


def _solution(name: str, call: str, signature: Signature) -> tuple[list[str], list[str]]:
    """Write how the one solution is found, and how it is given from the answers."""
    numbers = range(1, len(signature.outputs) + 1)
    given, passed = ("".join(f", {sign}out_{i}" for i in numbers) for sign in ("&", ""))
    finding = [
        *[f"        {out};" for out in _outputs(signature)],
        f"        if (HELD({name}_all({call}{given})) && !{name}_add(c, answers{passed}))",
        "            return false;",
    ]
    giving = [
        "    if (answers->count == 0)",
        "        return false;",
        "    const Word *row = answers->words;",
        "    (void)row;",
        *[f"    *OutNo{i} = {text};" for i, text in enumerate(_row(signature), 1)],
        "    return true;",
    ]
    return finding, giving


def _outputs(signature: Signature) -> list[str]:
    """Declare a variable for each output."""
    return [f"{C_TYPES[form]} out_{i}" for i, form in enumerate(signature.outputs, 1)]


def _row(signature: Signature) -> list[str]:
    """Write the outputs as they are in a row of the answers."""
    return [converted(f"row[{i}]", "w", form) for i, form in enumerate(signature.outputs)]
