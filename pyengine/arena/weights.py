"""The weights of a rule file, and the same rules with weights as a parameter, so that players can differ in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pyengine.arena.rulebook import AnyGame, Rulebook
from pyengine.errors import NotWrittenError, TuningError
from pyengine.language.contract import declared_parameters, defined
from pyengine.language.program import Clause
from pyengine.language.reading.files import read_file
from pyengine.language.reading.reader import read_term
from pyengine.quoting import quote_comment, quote_line
from pyengine.terms import Atom, Compound, List, Number, is_ground, write_term

Weights = tuple[tuple[str, Number], ...]
"""Features, as Prolog text, and how much each counts."""

PARAMETER: Final = "tuned_weights"
MARK: Final = "Weights of"
"""How a file of weights begins, so that one is not written over anything else."""

LOOKUP: Final = f"weight(Name, Weight) :- param({PARAMETER}, Weights), member(Name-Weight, Weights)."

_STOP: Final = re.compile(r"\s*\.")


@dataclass(frozen=True, slots=True)
class WeightedRules:
    """Rules whose weights are the parameter `tuned_weights`, and the weights that their author gave them.

    `libraries` are those that some of these weights come from, as `library(name)`.
    """

    rules: Rulebook
    weights: Weights
    libraries: tuple[str, ...] = ()

    @classmethod
    def of(cls, book: Rulebook) -> WeightedRules:
        """Take the weights out of rules.

        They must be facts, `weight(Name, Number)`: what a rule works out cannot be written back.
        """
        if book.reasoner == "native":
            raise TuningError("the weights of rules are tuned, not those of a game in Python")
        game: Any = book.load()
        clauses = defined(game.program)
        facts = clauses.get(("weight", 2), [])
        if not facts or ("feature", 3) not in clauses:
            raise TuningError(f"{book.name} has no weights to tune: it does not define feature/3 and weight/2")
        if ("staticval", 2) in clauses:
            raise TuningError(f"the weights of {book.name} do not count: its estimate is staticval/2")
        weights = tuple(_weight(fact, book.name) for fact in facts)
        if len(dict(weights)) < len(weights):
            raise TuningError(f"{book.name} gives a feature two weights")
        if PARAMETER in declared_parameters(game.program):
            raise TuningError(f"{book.name} has a parameter {PARAMETER}, which tuning needs for itself")
        libraries = dict.fromkeys(fact.source.name for fact in facts if fact.source.library is not None)
        files = declare_parameter(book, clauses, facts, f"{PARAMETER}, {pairs_text(weights)}", LOOKUP)
        return cls(replace(book, files=files), weights, tuple(libraries))

    def setting(self, weights: Weights) -> tuple[str, str]:
        """Give the parameter of a player that goes by some weights."""
        return PARAMETER, pairs_text(weights)

    def load(self, weights: Weights) -> AnyGame:
        """Load the game with some weights."""
        return self.rules.load((self.setting(weights),))


def _weight(fact: Clause, name: str) -> tuple[str, Number]:
    term = fact.term
    if isinstance(term, Compound) and term.name == "weight" and is_ground(term):
        weight = term.args[1]
        if isinstance(weight, Number):
            return write_term(term.args[0]), weight
    raise TuningError(f"the weights of {name} are not all facts such as weight(men, 20): {write_term(term)}")


def pairs_text(weights: Weights) -> str:
    """Write weights as a list, as a player's text has it.

    >>> pairs_text((("men", 20), ("row(1)", -1.5)))
    '[men-20,row(1)- -1.5]'
    """
    return write_term(List(tuple(Compound("-", (read_term(name), weight)) for name, weight in weights)))


def declare_parameter(
    book: Rulebook,
    clauses: Mapping[tuple[str, int], list[Clause]],
    replaced: Sequence[Clause],
    declaration: str,
    lookup: str,
) -> tuple[tuple[str, str], ...]:
    """Put a parameter, and a clause that looks it up, in the place of some clauses, or at the end of the rule file."""
    parameter = f"parameter({declaration}).\n"
    declared = clauses.get(("parameter", 2))
    new = lookup if declared else f"{parameter}\n{lookup}"
    edits = [(clause, "" if number else new) for number, clause in enumerate(replaced)]
    files = dict(book.files)
    if not replaced:
        main = book.files[0][0]
        files[main] += f"\n{new}\n"
    for path, text in book.files:
        changes = [(clause.layout.start, _end(clause), new) for clause, new in edits if clause.source.text == text]
        if declared and declared[0].source.text == text:
            place = declared[0].layout.start
            changes.append((place, place, parameter))
        for start, end, new in sorted(changes, reverse=True):
            files[path] = files[path][:start] + new + files[path][end:]
    return tuple(files.items())


def _end(clause: Clause) -> int:
    """Find where a clause ends, its full stop included."""
    stop = _STOP.match(clause.source.text, clause.layout.end)
    if stop is None:
        raise TuningError(f"{write_term(clause.term)} is not followed by its full stop")
    return stop.end()


def weights_text(game: str, weights: Weights, about: str) -> str:
    """Write weights as facts that a rule file can include.

    >>> print(weights_text("draughts", (("men", 20), ("guard", 1.5)), "Tuned."), end="")
    /*  Weights of draughts. Tuned.  */
    <BLANKLINE>
    weight(men,20).
    weight(guard,1.5).
    """
    facts = "".join(f"{write_term(Compound('weight', (read_term(name), weight)))}.\n" for name, weight in weights)
    return f"/*  {MARK} {quote_comment(f'{game}. {about}')}  */\n\n{facts}"


def include_text(path: Path) -> str:
    """Write the directive by which a rule file beside a file of weights takes them in.

    >>> include_text(Path("coins_weights.pl")), include_text(Path("My-weights.txt"))
    (':- include(coins_weights).', ":- include('My-weights.txt').")
    """
    return f":- include({write_term(Atom(path.stem if path.suffix == '.pl' else path.name))})."


def require_place(path: Path, mark: str = MARK) -> None:
    """Refuse a place for what was learned where there is something else, or where nothing can be."""
    if not path.absolute().parent.is_dir():
        raise NotWrittenError(f"cannot write {quote_line(str(path))}: there is no such folder")
    try:
        if path.exists() and mark.encode() not in read_file(path).partition(b"\n")[0]:
            what = f"file of {mark.split()[0].lower()}"
            raise NotWrittenError(f"{quote_line(str(path))} exists and is no {what}: it is left as it is")
    except OSError as error:
        raise NotWrittenError(f"{quote_line(str(path))} cannot be read: {error.strerror}") from None


def write_weights(path: Path, text: str, mark: str = MARK) -> None:
    """Write a file of what was learned at once, over an older one, but never over anything else."""
    require_place(path, mark)
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.unlink(missing_ok=True)  # what a process that was killed has left, or a link that leads elsewhere
        with draft.open("x", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
    except OSError as error:
        raise NotWrittenError(f"{quote_line(str(path))} cannot be written: {error.strerror}") from None
