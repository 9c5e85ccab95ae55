"""Tabled procedures in C: their solutions are remembered as long as there is room."""

from __future__ import annotations

from pyengine.compiler.c.forms import C_TYPES, converted
from pyengine.compiler.c.locals import written
from pyengine.compiler.c.module import Module
from pyengine.compiler.procedures import Procedure


def tabled(module: Module, procedure: Procedure, header: str, number: int) -> list[str]:
    """Write the function that asks the table of a procedure, and the procedure (`…_all`) where that does not know."""
    signature, name = module.signature(procedure.key), module.names.function(procedure.key)
    params = [written(param) for param in procedure.params]
    inputs = [converted(param, form, "w") for param, form in zip(params, signature.inputs, strict=True)]
    width = len(signature.outputs)
    outs = [f"{C_TYPES[form]} out_{i}" for i, form in enumerate(signature.outputs, 1)]
    words = [converted(f"out_{i}", form, "w") for i, form in enumerate(signature.outputs, 1)]
    rows = [converted(f"row[{i}]", "w", form) for i, form in enumerate(signature.outputs)]
    lines = [
        f"static bool {name}_add({', '.join(['Context *c', 'void *frame', *outs])})",
        "{",
        f"    Word row[] = {{{', '.join(words) or '0'}}};",
    ]
    for i in range(width):
        lines += [f"    if (!resolve_ground(c, row[{i}], &row[{i}]))", "        return false;"]
    lines += ["    return add_answer(c, frame, row);", "}", ""]
    call = ", ".join(["c", *params])
    if signature.is_many:
        finding = [f"        if (!{name}_all({call}, {name}_add, answers))", "            return false;"]
        giving = [
            "    for (uint32_t i = 0; i < answers->count; i++) {",
            f"        const Word *row = answers->words + (size_t)i * {width};",
            "        (void)row;",
            "        release(c, top);",
            f"        if (!next({', '.join(['c', 'frame', *rows])}))",
            "            return false;",
            "    }",
            "    return true;",
        ]
    else:
        given = "".join(f", &out_{i}" for i in range(1, width + 1))
        passed = "".join(f", out_{i}" for i in range(1, width + 1))
        finding = [
            *[f"        {out};" for out in outs],
            f"        if (HELD({name}_all({call}{given})) && !{name}_add(c, answers{passed}))",
            "            return false;",
        ]
        giving = [
            "    if (answers->count == 0)",
            "        return false;",
            "    const Word *row = answers->words;",
            "    (void)row;",
            *[f"    *OutNo{i} = {text};" for i, text in enumerate(rows, 1)],
            "    return true;",
        ]
    return [
        *lines,
        header,
        "{",
        f"    Word inputs[] = {{{', '.join(inputs) or '0'}}};",
        f"    Answers *answers = recall(c, {number}, inputs, {len(inputs)}, {width});",
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
