"""Each broken file gives exactly the messages beside it; correct ones give none."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyengine.errors import RuleFileError, Severity
from pyengine.language.checking.checker import raise_for

TESTS = Path(__file__).parent.parent
BROKEN = sorted((TESTS / "broken").glob("*.pl"))
CLEAN = sorted((TESTS / "clean").glob("*.pl"))


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_file_gives_the_expected_messages(path, check_file):
    expected = path.with_suffix(".expected").read_text(encoding="utf-8")
    assert "".join(f"{finding}\n" for finding in check_file(path)) == expected


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_file_raises_where_it_has_an_error(path, check_file):
    findings = check_file(path)
    assert findings
    if any(finding.severity is Severity.ERROR for finding in findings):
        with pytest.raises(RuleFileError) as raised:
            raise_for(findings)
        assert raised.value.findings == findings
    else:
        raise_for(findings)


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_correct_file_gives_no_message(path, check_file):
    assert check_file(path) == ()


def test_there_are_broken_files():
    assert len(BROKEN) >= 45
    assert len(CLEAN) >= 4
