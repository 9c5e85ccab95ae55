"""Findings as an editor shows them: at their place, with a code that links to what it means."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    DiagnosticTag,
    Location,
)

from pyengine.editor.lines import Lines
from pyengine.editor.view import View
from pyengine.errors import Finding, Place, Severity
from pyengine.language.shipped import shipped
from pyengine.language.source import Source

NAME: Final = "pyengine"

_SEVERITIES: Final = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.NOTE: DiagnosticSeverity.Information,
}
_UNUSED: Final = frozenset(
    {"singleton-variable", "repeated-clause", "unreachable-clause", "misspelt-predicate", "wrong-arity"}
    | {"unused-feature", "unused-memory", "unused-classes"}
)
"""What is found about text that does nothing, which editors show faded."""
_TAGS: Final = {
    **{code: [DiagnosticTag.Unnecessary] for code in _UNUSED},
    "deprecated-predicate": [DiagnosticTag.Deprecated],
}


@cache
def page_of(code: str) -> str:
    """Give the URI of the paragraph about a code, in the page that comes with pyengine."""
    return f"{(shipped('docs') / 'findings.md').as_uri()}#{code}"


def diagnostics_of(view: View, findings: Iterable[Finding]) -> dict[str, list[Diagnostic]]:
    """Give what an editor shows of some findings, by the URI of the text that they are about.

    The open text is always among them, so that what was shown of it before goes away.
    """
    shown: dict[str, list[Diagnostic]] = {view.uri: []}
    lines: dict[str, Lines] = {}
    for finding in findings:
        source = source_of(view, finding.place)
        uri = view.uri_of(source) or view.uri
        if uri not in lines:
            lines[uri] = view.lines_of(source)
        shown.setdefault(uri, []).append(_diagnostic(view, finding, source, lines[uri]))
    return shown


def source_of(view: View, place: Place | None) -> Source:
    """Find the text that a place is in: the open one, where there is no place."""
    if place is not None and place.file != view.source.name:
        for source in view.program.sources:
            if source.name == place.file:
                return source
    return view.source


def diagnostic_of(view: View, finding: Finding) -> Diagnostic:
    """Give what an editor shows of one finding."""
    source = source_of(view, finding.place)
    return _diagnostic(view, finding, source, view.lines_of(source))


def _diagnostic(view: View, finding: Finding, source: Source, lines: Lines) -> Diagnostic:
    start = end = 0
    if finding.place is not None:
        start = source.offset(finding.place)
        end = start + finding.place.width
    message = finding.message if finding.hint is None else f"{finding.message}\n{finding.hint}"
    severity = _SEVERITIES[finding.severity]
    if finding.code == "not-a-game" and view.sentences:
        severity = DiagnosticSeverity.Information  # it may be a part of one that is not open
    return Diagnostic(
        lines.range(start, end),
        message if finding.called is None else f"{message}\ncalled: {finding.called}",
        severity,
        finding.code,
        CodeDescription(page_of(finding.code)),
        NAME,
        _TAGS.get(finding.code),
        _related(view, finding) or None,
    )


def _related(view: View, finding: Finding) -> list[DiagnosticRelatedInformation]:
    """Give the other places that a finding is about."""
    found = []
    for place, told in finding.related:
        source = source_of(view, place)
        start = source.offset(place)
        location = Location(view.uri_of(source) or view.uri, view.lines_of(source).range(start, start + place.width))
        found.append(DiagnosticRelatedInformation(location, told))
    return found
