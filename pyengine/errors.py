"""Everything that can go wrong for a user, one class per mistake, and where in a file it went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, ClassVar, Final

from pyengine.quoting import columns_of, quote_line, quote_lines

_WIDEST: Final = 160


class Severity(Enum):
    """How bad a finding is; a file with an error does not load, and a note is nothing bad at all."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one line of a file; lines and columns count from 1, columns in characters."""

    file: str
    line: int
    column: int
    text: str = ""
    width: int = 1

    def __str__(self) -> str:
        return f"{quote_line(self.file)}:{self.line}:{self.column}"

    def excerpt(self) -> str:
        """Show the source line with a caret below the place; of a very long line, what stands around it.

        Tabs stay, and move the caret alike; other controls are shown as escapes.

        >>> print(Place("nim.pl", 7, 3, "a :- b", 2).excerpt())
            a :- b
              ^^
        """
        start, text = self.column - 1, self.text
        if len(text) > _WIDEST:
            first = max(0, min(start - _WIDEST // 2, len(text) - _WIDEST))
            before = "…" if first else ""
            after = "…" if first + _WIDEST < len(text) else ""
            text = before + text[first : first + _WIDEST] + after
            start += len(before) - first
        before, marked = quote_lines(text[:start]), quote_lines(text[start : start + self.width])
        lead = "\t".join(" " * columns_of(part) for part in before.split("\t"))
        shown = f"{before}{marked}{quote_lines(text[start + self.width :])}"
        return f"    {shown}\n    {lead}{'^' * max(1, columns_of(marked))}"


Related = tuple[tuple[Place, str], ...]
"""Other places that a message speaks of, each with what is there."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with a rule file; `code` is a stable short name such as `missing-predicate`.

    `called` says how rules that ran got to the place, as in `move/3 → step/2 (line 6)`. `related` are other places that
    the message speaks of, each with what is there.
    """

    severity: Severity
    code: str
    message: str
    place: Place | None = None
    hint: str | None = None
    called: str | None = None
    related: Related = ()

    def __str__(self) -> str:
        head = f"{self.place}: " if self.place else ""
        lines = [f"{head}{self.severity.value}: {quote_lines(self.message)}"]
        if self.place and self.place.text:
            lines.append(self.place.excerpt())
        if self.called:
            lines.append(f"called: {quote_line(self.called)}")
        if self.hint:
            lines.append(f"hint: {quote_lines(self.hint)}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, str | int | None]:
        """Give the same as flat JSON fields, for tools."""
        return {
            "file": self.place.file if self.place else None,
            "line": self.place.line if self.place else None,
            "column": self.place.column if self.place else None,
            "width": self.place.width if self.place else None,
            "severity": self.severity.value,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "called": self.called,
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Finding:
        """Give what `as_json` was made of, but for the text of the line and what is related.

        >>> finding = Finding(Severity.NOTE, "a-code", "a message", Place("nim.pl", 3, 7, width=2))
        >>> Finding.from_json(finding.as_json()) == finding
        True
        """
        file = told["file"]
        place = None if file is None else Place(file, told["line"], told["column"], width=told["width"])
        return cls(Severity(told["severity"]), told["code"], told["message"], place, told["hint"], told["called"])


class PyengineError(Exception):
    """Anything pyengine reports to its user; what rules and names put into its text acts on no terminal or notebook."""

    def __init__(self, message: str = "") -> None:
        super().__init__(quote_lines(message))


class GameNotFoundError(PyengineError):
    """No game of that name, or no file of that path."""


class RuleFileError(PyengineError):
    """A rule file that cannot be loaded; `findings` says everything that is wrong with it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))

    def __reduce__(self) -> tuple[type[RuleFileError], tuple[tuple[Finding, ...]]]:
        return type(self), (self.findings,)


class RuleSyntaxError(RuleFileError):
    """Text that is not Prolog."""


class ContractError(RuleFileError):
    """Prolog that is not a game: a predicate of the contract is missing or wrong."""


class UnsafeRuleError(RuleFileError):
    """A rule file that asks for more than rules may do without being trusted."""


class GdlError(RuleFileError):
    """A game in GDL that is not valid, or asks for what is not played here."""


class TermSyntaxError(PyengineError):
    """A term given as text (a state, a move, a query) that is not Prolog."""


class ParameterError(PyengineError):
    """A parameter that the rule file does not declare, or a value that cannot be one."""


class ReasonerError(PyengineError):
    """A reasoner that does not exist, or cannot serve here."""


class PrologMissingError(PyengineError):
    """SWI-Prolog is not installed, or cannot be loaded into this process."""


class NoCompilerError(PyengineError):
    """There is no C compiler on this machine."""


class BuildError(PyengineError):
    """Rules could not be written as C, or the C compiler failed on what was written."""


class RuleRuntimeError(PyengineError):
    """A rule raised an error, or broke the contract, at some position.

    `reason` says what went wrong, `position` where in the game, as text, and `place` where in the file; `file` is the
    file where no place in it is known. `called` is how the rules got there, as in `move/3 → step/2 (line 6)`.
    """

    code: ClassVar = "rule-error"
    """The short name of this kind of error among the findings about a file."""

    def __init__(
        self,
        reason: str,
        *,
        place: Place | None = None,
        position: str | None = None,
        file: str | None = None,
        hint: str | None = None,
        called: str | None = None,
    ) -> None:
        self.reason, self.place, self.position, self.file = reason, place, position, file
        self.hint, self.called = hint, called
        text = str(RuleRuntimeError.finding(self))
        super().__init__(f"{quote_line(file)}: {text}" if file and not place else text)

    def finding(self, elsewhere: Place | None = None) -> Finding:
        """Give the error as a finding, at its own place or else at another."""
        where = f", in the position {quote_line(self.position)}" if self.position is not None else ""
        message = f"{self.reason}{where}"
        return Finding(Severity.ERROR, self.code, message, self.place or elsewhere, self.hint, self.called)

    def __reduce__(self) -> tuple[object, ...]:
        make = partial(type(self), self.reason, place=self.place, position=self.position, file=self.file)
        return partial(make, hint=self.hint, called=self.called), ()


class GameCodeError(PyengineError):
    """A game written in Python raised something, or is not a game."""


class RuleLimitError(RuleRuntimeError):
    """A rule used up its budget of inferences, memory or seconds."""

    code = "rule-limit"

    def finding(self, elsewhere: Place | None = None) -> Finding:
        """Give the error as a finding: where no goal is known that does not end, it is about the file."""
        return super().finding(Place(self.file, 1, 1) if self.file else None)


class UnsafeCallError(RuleRuntimeError):
    """A goal built at run time that rules may not call without being trusted."""

    code = "unsafe-call"


class QueryError(PyengineError):
    """A free query that raised an error in Prolog."""


class IllegalMoveError(PyengineError):
    """A move that is not legal in a position, or a text that fits several moves."""


class InvalidStateError(PyengineError):
    """A text or value that cannot be a position of this game."""


class DomainError(PyengineError):
    """Play has met what was said beforehand not to occur, or nothing can be said beforehand."""


class SavedGameError(PyengineError):
    """A file of a saved game that cannot be read, or is of another game."""


class BoardError(PyengineError):
    """A board that cannot be drawn as the game says: an unknown layout, figure or colour, a shape that is none."""


class SearchError(PyengineError):
    """A search that cannot be run as it was asked for: a limit, option or game that does not fit it."""


class CyclicGameError(SearchError):
    """A position that leads back to itself, met by a search that plays every line to its end."""


class PlayerError(PyengineError):
    """A player of the arena that cannot be read, or does not fit the game."""


class TournamentError(PyengineError):
    """A tournament that cannot be held as it was asked for."""


class StoreError(PyengineError):
    """A file of games that cannot be used, or that is of another tournament."""


class TuningError(PyengineError):
    """A rule file whose weights cannot be tuned, or a tuning that cannot go on as it was asked for."""


class SolvedStoreError(PyengineError):
    """A file of solved positions that cannot be used: it is none, is damaged, or was not finished."""


class StoredGameError(SolvedStoreError):
    """A game whose positions cannot be kept, or a store that is of another game, other rules or other parameters."""


class NotWrittenError(PyengineError):
    """A file that cannot be written, or that exists already and is left as it is."""


class LibraryMissingError(PyengineError):
    """Something was asked for that needs a Python library which is not installed."""


class FileExistsAlreadyError(NotWrittenError):
    """A file that is there, and that nobody said to replace."""


class OutsideFolderError(PyengineError):
    """A file that the studio does not touch: outside its folder, or of another kind."""


class RequestError(PyengineError):
    """A request of a page that cannot be understood."""


class WorkerEndedError(PyengineError):
    """A process that was at work for a page, and that has ended before it was done."""


class ProtocolError(PyengineError):
    """A line of an interface that cannot be understood, or a position that it names and that is none."""
