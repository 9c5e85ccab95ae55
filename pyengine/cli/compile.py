"""`pyengine compile GAME`: the rules as Python or C source, and what the compiler found out about them."""

from __future__ import annotations

from pathlib import Path

import click

from pyengine.api import as_terms, find_rules
from pyengine.cli.formats import write_file
from pyengine.cli.game_options import GameName, parameter_option, trust_option
from pyengine.cli.terminal import tell
from pyengine.compiler.explanation import explain
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import ReasonerError
from pyengine.language.gate import examine_file
from pyengine.quoting import quote_line
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.choice import finding_of
from pyengine.reasoners.compilation import compile_within, print_within
from pyengine.reasoners.compiled import CompiledGame
from pyengine.terms import Term


@click.command()
@click.argument("game", type=GameName())
@click.option(
    "--to", "target", type=click.Choice(["python", "c"]), help="The language to compile to; 'python' unless told."
)
@click.option("--standalone", is_flag=True, help="One C file with all it needs, and a small main: perft and playouts.")
@click.option("--explain", "explains", is_flag=True, help="Tell instead what was inferred for each predicate.")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file.")
@parameter_option
@trust_option
def command(
    game: str,
    target: str | None,
    standalone: bool,
    explains: bool,
    output: Path | None,
    parameters: dict[str, Term],
    trust: bool,
) -> None:
    """Print the rules of a game as the Python, or the C, that answers for them.

    Each piece names the clause that it comes from. With --explain, what was found out about each predicate: how its
    arguments are used, their types, how many solutions it has, and what stood in the way of better code; with --to c,
    also what is left to the rules in Python.
    """
    if standalone and (target == "python" or explains):
        other = "--explain" if explains else "--to python"
        raise click.UsageError(f"--standalone is a program in C: leave out {other}")
    program = examine_file(find_rules(game), trust=trust).program
    try:
        if target == "c" or standalone:
            loaded = CompiledGame(program, parameters=as_terms(parameters), trust=trust)
            text = _explained_c(loaded) if explains else _c_source(loaded, standalone)
        else:
            contract = compile_within(Budget(), program, as_terms(parameters))
            text = explain(contract.analysed, program) if explains else print_within(Budget(), contract)
    except UnsupportedError as error:
        raise ReasonerError(str(finding_of(error))) from None
    if output is None:
        tell(text, end="" if text.endswith("\n") else "\n")
    else:
        write_file(output, text)


def _c_source(game: CompiledGame, standalone: bool) -> str:
    from pyengine.reasoners.c import compile_to_c
    from pyengine.reasoners.c_parts import standalone_source
    from pyengine.reasoners.rehearsal import rehearsed

    text, facts = compile_to_c(rehearsed(game))
    return standalone_source(text, facts.initial) if standalone else text


def _explained_c(game: CompiledGame) -> str:
    """Tell what was found out, and where C stops and Python goes on."""
    from pyengine.reasoners.c import write_c
    from pyengine.reasoners.rehearsal import rehearsed

    beyond = write_c(rehearsed(game)).beyond
    left = ["C stops here, and Python answers for the position:", *(f"    {quote_line(what)}" for what in beyond)]
    told = "\n".join(left) if beyond else "All that a search asks of these rules runs in C."
    return f"{explain(game.contract.analysed, game.program).rstrip()}\n\n{told}\n"
