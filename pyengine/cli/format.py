"""`pyengine format FILE`: rule files laid out as the games that come with pyengine are."""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from pyengine.api import games
from pyengine.cli.terminal import report, tell, tell_coloured, tell_exactly
from pyengine.errors import Finding, NotWrittenError, Place, Severity
from pyengine.language.formatting.formatter import format_source
from pyengine.language.reading.files import Folder, decode, read_file
from pyengine.language.shipped import shipped
from pyengine.quoting import quote_line
from pyengine.texts import count_of

_INPUT: Final = "-"
_MARK: Final = b"\xef\xbb\xbf"
_COLOURS: Final = {r"(?m)^\+.*$": "green", r"(?m)^-.*$": "red", r"(?m)^@@.*$": "cyan"}


@dataclass(frozen=True, slots=True)
class _Outcome:
    """A file before and after, and what cannot be read in it; no bytes where there is nothing to format."""

    name: str
    before: bytes
    after: bytes
    findings: tuple[Finding, ...]

    @property
    def is_changed(self) -> bool:
        return self.before != self.after

    @property
    def has_error(self) -> bool:
        return any(finding.severity is Severity.ERROR for finding in self.findings)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--check", is_flag=True, help="Write nothing; list the files that would change, with exit status 1.")
@click.option("--diff", is_flag=True, help="Write nothing; print what would change.")
def command(files: tuple[str, ...], check: bool, diff: bool) -> int:
    """Lay out rule files as those that come with pyengine are.

    Only blanks, line ends and indentation change: the terms stay the same, comments stay where they belong, and what
    cannot be read is left as it is. A FILE is a path; - is standard input, and what becomes of it is printed.
    """
    is_dry = check or diff
    status = changed = 0
    for file in files:
        try:
            outcome = _format(file, is_dry)
            for finding in outcome.findings:
                report(finding)
            if diff:
                _print_difference(outcome)
            if file == _INPUT and not is_dry:
                tell_exactly(outcome.after)
            elif outcome.is_changed:
                if not is_dry:
                    _write(Path(file), outcome.after)
                if not diff:
                    tell(f"{'would change' if check else 'formatted'}: {quote_line(outcome.name)}")
        except NotWrittenError as error:  # one file does not keep the others from being formatted
            report(error)
            status = 1
            continue
        changed += outcome.is_changed
        status = max(status, int(outcome.has_error or (check and outcome.is_changed)))
    if not diff and _INPUT not in files:
        _summarise(len(files), changed, check)
    return status


def _summarise(count: int, changed: int, check: bool) -> None:
    if changed:
        left = f", {count - changed} as {'they are' if count - changed != 1 else 'it is'}" if count > changed else ""
        tell(f"{count_of(changed, 'file')} {'to format' if check else 'formatted'}{left}")
    else:
        tell("nothing to format")


def _format(file: str, is_dry: bool) -> _Outcome:
    if file == _INPUT:
        return _formatted("standard input", sys.stdin.buffer.read(), None)
    path = Path(file)
    name = os.fsencode(path).decode(errors="replace")
    if not path.exists() and file in games():
        hint = "a rule file is given by its path; `pyengine new NAME --from GAME` makes a copy of a game"
        raise NotWrittenError(f"{file} is a game that comes with pyengine, and stays as it is\nhint: {hint}")
    if not is_dry and _is_installed(path):
        raise NotWrittenError(f"{quote_line(name)} is part of pyengine as it is installed, and stays as it is")
    try:
        return _formatted(name, read_file(path), path)
    except (OSError, ValueError) as error:
        message = f"the file cannot be read: {getattr(error, 'strerror', None) or error}"
        return _Outcome(name, b"", b"", (Finding(Severity.ERROR, "unreadable-file", message, Place(name, 1, 1)),))


def _formatted(name: str, raw: bytes, path: Path | None) -> _Outcome:
    source, unreadable = decode(raw, name, path)
    if unreadable:  # what the bytes mean is a guess, and a guess is not written
        return _Outcome(name, raw, raw, unreadable)
    formatted = format_source(source, Folder(source, trust=False))
    mark = _MARK if raw.startswith(_MARK) else b""
    return _Outcome(name, raw, mark + formatted.text.encode("utf-8"), formatted.findings)


def _is_installed(path: Path) -> bool:
    """Tell whether a file belongs to the installed package, which is not the user's to change."""
    rules = shipped("rules")
    return rules.parent.name == "_data" and rules.parents[1] in Path(os.path.realpath(path)).parents


def _write(path: Path, content: bytes) -> None:
    """Put a file in the place of another one, at once, with its mode; a link stays one."""
    real = Path(os.path.realpath(path))
    try:
        made, name = tempfile.mkstemp(prefix=f".{real.name}.", dir=real.parent)
        try:
            with open(made, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(made)
            os.chmod(name, real.stat().st_mode & 0o7777)
            os.replace(name, real)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise NotWrittenError(f"{quote_line(str(path))} cannot be written: {error.strerror or error}") from None


def _print_difference(outcome: _Outcome) -> None:
    from difflib import unified_diff

    old, new = (text.decode("utf-8", "replace").split("\n") for text in (outcome.before, outcome.after))
    if lines := list(unified_diff(old, new, outcome.name, outcome.name, lineterm="")):
        tell_coloured("\n".join(lines), _COLOURS)
