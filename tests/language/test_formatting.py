"""Formatting changes nothing but the layout, changes nothing the second time, and the shipped rules are formatted."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyengine.language.formatting import document, formatter
from pyengine.language.formatting.document import Document
from pyengine.language.formatting.formatter import Replacement, format_range, format_source, format_text
from pyengine.language.formatting.gaps import Plan
from pyengine.language.formatting.planning import plan_sentence
from pyengine.language.formatting.stretch import Stretch
from pyengine.language.formatting.trivia import Ruler, read_trivia
from pyengine.language.reading.files import Bundle, Texts, decode
from pyengine.language.reading.reader import ReadSentence, read_sentences
from pyengine.language.source import Source
from pyengine.terms import OperatorTable, Term, write_term

from ..compiler.random_programs import Program, programs
from ..terms.test_round_trip import terms as random_terms

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(ROOT.glob("rules/**/*.pl"))
BROKEN = sorted(ROOT.glob("tests/broken/*.pl"))
PROLOG = [*SHIPPED, *sorted(ROOT.glob("tests/clean/*.pl")), *sorted(ROOT.glob("pyengine/compiler/library/*.pl"))]


class Unfrozen(Document):
    """A document of which no sentence has to be left as it is because it came out wrong."""

    def __init__(self, source: Source, texts: Texts, frozen: Collection[int] = ()) -> None:
        assert not frozen
        super().__init__(source, texts)


@pytest.fixture(autouse=True, scope="module")
def unfrozen() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formatter, "Document", Unfrozen)
        yield


def sentences(text: str) -> list[ReadSentence]:
    return read_sentences(Source("text", text), Bundle(()))[0]


def terms(text: str) -> list[Term]:
    return [read.term for read in sentences(text)]


def comments(text: str) -> list[tuple[str, int]]:
    """Give all comments, each with the sentence that it is in or before; where it ends that one's line, after."""
    ruler, found, position = Ruler(text), [], 0
    for number, read in enumerate(sentences(text)):
        assert read.sentence.stop is not None
        for place, token in enumerate([*read.sentence.tokens, read.sentence.stop]):
            for comment in read_trivia(text, position, token.start, ruler).comments:
                beside = place == 0 and number > 0 and comment.line_ends == 0 and comment.start >= position
                found.append((comment.text, number - beside))
            position = token.end
    rest = read_trivia(text, position, len(text), ruler)
    return found + [(comment.text, -1) for comment in rest.comments]


def check(text: str) -> str:
    """Format a text, and see that nothing but its layout has changed."""
    formatted = format_text(text)
    assert terms(formatted) == terms(text)
    assert [comment for comment, _ in comments(formatted)] == [comment for comment, _ in comments(text)]
    assert format_text(formatted) == formatted
    return formatted


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_shipped_rules_are_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a:-b,c.", "a :- b, c.\n"),
        ("a:-\n b,c.", "a :-\n    b, c.\n"),
        ("a:-b,\n  c.", "a :-\n    b,\n    c.\n"),
        ("a(X):-X=1,Y is X+2*X, Y>=3 .", "a(X) :- X = 1, Y is X+2*X, Y >= 3.\n"),
        ("a(X , Y):-b( X,Y ) , c([X ,Y|Z ]).", "a(X, Y) :- b(X, Y), c([X,Y|Z]).\n"),
        ("a([1,2,3],[x, y,z]).", "a([1,2,3], [x, y, z]).\n"),
        ("a :- X is A+B - C, Y = A -1, Z= - 1, W = -1.", "a :- X is A+B - C, Y = A - 1, Z = - 1, W = -1.\n"),
        ("a:-(b->c;d).", "a :- ( b -> c ; d ).\n"),
        ("a:-(b->\nc;d).", "a :-\n    (   b\n    ->  c\n    ;   d\n    ).\n"),
        ("a:-(b->c\n;d->e;f).", "a :-\n    (   b -> c\n    ;   d -> e\n    ;   f\n    ).\n"),
        ("a :- \\+b, \\+ (c,d), \\+(e).", "a :- \\+ b, \\+ ( c, d ), \\+(e).\n"),
        ("a :- b *->\n c ; d.", "a :-\n    b\n*-> c\n;   d.\n"),
        ("a-->\"x\",{b,c},[d],!.", 'a --> "x", { b, c }, [d], !.\n'),
        ("a-->b,\n{c,\nd},e.", "a -->\n    b,\n    { c,\n      d },\n    e.\n"),
        ("a(X),X>1=>b.", "a(X), X > 1 => b.\n"),
        (":-dynamic a/1,\n b/2.", ":- dynamic a/1,\n           b/2.\n"),
        (":-dynamic\n  a/1,\n b/2.", ":- dynamic\n    a/1,\n    b/2.\n"),
        (":- a,\n b.", ":- a,\n   b.\n"),
        ("x = + .\ny('\\\n', 0' ).\n", "x = + .\ny('\\\n', 0' ).\n"),
        ("a.   b.\n\n\n\n\nc.   ", "a.   b.\n\n\nc.\n"),
        ("\n\n  % one\n  a.\n\n", "% one\na.\n"),
        ("a:-b, % 1\n      % 2\n  % 3\n c. % 4", "a :-\n    b,  % 1\n        % 2\n    % 3\n    c.  % 4\n"),
        ("a :- b % one\n , c.", "a :-\n    b,  % one\n    c.\n"),
        ("a :- ( b % one\n ; /* two */ c ).", "a :-\n    (   b  % one\n    ;   /* two */ c\n    ).\n"),
        ("f( 1, 20).\nf(10,  2).\n", "f( 1, 20).\nf(10,  2).\n"),
        ("f( 1, 20).\n\nf(100,   2).\n", "f(1, 20).\n\nf(100, 2).\n"),
        ("f(a,   [b]).\nf(abc, [b,\n  c]).\n", "f(a,   [b]).\nf(abc, [b,\n        c]).\n"),
        ("p(a,   X) :-\n b(X),c.\np(abc, X) :-\n c.\n", "p(a,   X) :-\n    b(X), c.\np(abc, X) :-\n    c.\n"),
        ("abcdef. % a\nabcdefg. % b\n", "abcdef. % a\nabcdefg.  % b\n"),
        ("\t/* a\n\t   b */\n  c:-\n\t/* d\n */ e.\n", "\t/* a\n\t   b */\nc :-\n\t/* d\n */\n    e.\n"),
        ("a:-b([\nc,\nd\n]).", "a :-\n    b([\n        c,\n        d\n    ]).\n"),
        ("a:-b([ c,\nd\n]).", "a :-\n    b([ c,\n        d\n      ]).\n"),
        ("a:-b(\nc,d).", "a :-\n    b(\n        c, d).\n"),
        ("a:-findall(X,(b,\nc),L).", "a :-\n    findall(X, ( b,\n                 c ), L).\n"),
        ("a:-X=f(b,\n  c).", "a :-\n    X = f(b,\n          c).\n"),
        ("a. b:-c,\nd. e.", "a.\nb :-\n    c,\n    d.\ne.\n"),
        ("f([ ], { }, g( )).", "f([], {}, g( )).\n"),
        ("a:-b|c.", "a :- b | c.\n"),
        ("f(😀,  囲 ,'é').", "f(😀, 囲, 'é').\n"),
        ("\ta:-\n\t\tb,\n\t\tc.", "a :-\n    b,\n    c.\n"),
        ("", ""),
        ("\n  \n", ""),
        ("% only", "% only\n"),
        ("#!/usr/bin/swipl   \n\na:-b.", "#!/usr/bin/swipl   \n\na :- b.\n"),
        (":- op(700,xfx,===>).\na:-x===>y.", ":- op(700, xfx, ===>).\na :- x ===> y.\n"),
        ("a :- x ===> y.", "a :- x ===> y."),
        ("a:-b.\nend_of_file.\n  c:-d.", "a :- b.\nend_of_file.\n  c:-d."),
    ],
)  # fmt: skip
def test_the_style(before: str, after: str) -> None:
    assert check(before) == after


def test_long_lines_end_where_they_may() -> None:
    names = ", ".join(f"argument_{number}" for number in range(12))
    goals = ", ".join(f"some_goal({number}, Variable)" for number in range(6))
    formatted = check(f"head({names}) :- {goals}.\nlist([{names}]).\nx :- Y is {' + '.join(['Variable'] * 20)}.\n")
    assert max(map(len, formatted.splitlines())) <= 100
    assert "\n    some_goal(0, Variable),\n    some_goal(1, Variable),\n" in formatted
    branch = f"a :- ( {goals} -> b ; c ).\n"
    assert check(branch).splitlines()[1:3] == ["    (   some_goal(0, Variable),", "        some_goal(1, Variable),"]


def test_line_ends_and_marks_stay() -> None:
    assert format_text("a:-b.\r\nc:-\r\n d.\r\n") == "a :- b.\r\nc :-\r\n    d.\r\n"
    assert format_text("\ufeffa:-b.\n") == "\ufeffa :- b.\n"
    assert format_text("% a  \r\n/* b \r\n c */ d.  \r\n") == "% a\r\n/* b \r\n c */ d.\r\n"


def test_what_cannot_be_read_stays() -> None:
    text = "a:-b.\n\n  c :- (d , .  % why\n\ne:-f.\n"
    formatted = format_source(Source("text", text))
    assert formatted.text == "a :- b.\n\n  c :- (d , .  % why\n\ne :- f.\n"
    assert [finding.place.line for finding in formatted.findings if finding.place] == [3]
    assert format_text("a:-b.\nc:-'d.\n") == "a :- b.\nc:-'d.\n"
    assert format_text("a:-b\n") == "a:-b\n"


def plan_badly(stretch: Stretch, operators: OperatorTable) -> Plan:
    plan = plan_sentence(stretch, operators)
    if stretch.text_of(0) in ("bad", "worse"):
        for gap in plan.gaps:
            gap.space = 0
            gap.is_break = stretch.text_of(0) == "worse" and len(stretch.text) % 2 == 0
    return plan


def test_what_comes_out_wrong_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the formatter costs no more than the sentences in which it shows."""
    monkeypatch.setattr(formatter, "Document", Document)
    monkeypatch.setattr(document, "plan_sentence", plan_badly)
    text = "a:-b.\n bad  :-  c is d.\ne:-f.\nbad:-g.\n"
    assert format_text(text) == "a :- b.\n bad  :-  c is d.\ne :- f.\nbad:-g.\n"
    flickering = "a:-b.\nworse :- c(1,  2).\ne:-f.\n"
    assert format_text(flickering) == format_text(format_text(flickering))
    assert terms(format_text(flickering)) == terms(flickering)


def test_the_operators_of_an_included_file() -> None:
    texts = Bundle([Source("ops.pl", ":- op(700, xfx, ===>).\n")])
    text = ":-include(ops).\na:-x===>y.\n"
    assert format_text(text) == ":- include(ops).\na:-x===>y.\n"
    assert format_text(text, texts) == ":- include(ops).\na :- x ===> y.\n"


def test_a_range() -> None:
    text = "a:-b.\n\n  c:-d,\n  e.\n  % f\ng:-h.\n"
    assert format_range(text, 3, 3) == (Replacement(7, 19, "c :-\n    d,\n    e."),)
    assert format_range(text, 4, 6) == (
        Replacement(7, 19, "c :-\n    d,\n    e."),
        Replacement(19, 26, "\n% f\n"),
        Replacement(26, 31, "g :- h."),
    )
    assert format_range(text, 2, 2) == format_range(text, 5, 5) == format_range("a.\n", 1, 1) == ()
    applied = text
    for one in reversed(format_range(text, 1, 99)):
        applied = applied[: one.start] + one.text + applied[one.end :]
    assert applied == format_text(text)


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_files(path: Path) -> None:
    text = decode(path.read_bytes(), path.name, None)[0].text
    formatted = format_text(text)
    assert terms(formatted) == terms(text)
    assert format_text(formatted) == formatted
    for stretch in unread(text):
        assert stretch in formatted


def unread(text: str) -> list[str]:
    """Give what is between the sentences that can be read, but is neither blank nor comment, up to its last line."""
    ruler, found, position = Ruler(text), [], 0
    reads = [(read.sentence.tokens[0].start, read.sentence.end) for read in sentences(text)]
    for start, end in [*reads, (len(text), 0)]:
        begin = read_trivia(text, position, start, ruler).end
        found.append(text[begin:start].rstrip(" \t"))
        position = end
    return [stretch for stretch in found if stretch.strip()]


@pytest.mark.parametrize(
    "text",
    [
        f"a({'f(' * 900}x{')' * 900}).\n",
        f"a :- {'( b ; ' * 300}c{' )' * 300}.\n",
        f"a :- X is {'+'.join(['Y'] * 4000)}.\n",
        f"a :- {', '.join(['b'] * 4000)}.\n",
        f"a([{'x, ' * 4000}x]).\n",
        f"a({'[x|' * 900}y{']' * 900}).\n",
        "p(é). " * 8000,
    ],
    ids=lambda text: text[:12],
)
def test_depth_and_length(text: str) -> None:
    check(text)


@pytest.mark.parametrize("seed", range(2))
def test_many_lines(seed: int) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in SHIPPED)
    text = "\n".join(line for line in text.splitlines() if not line.startswith(":- "))
    many = text * (10_000 // text.count("\n") + 1)
    messy = many if seed == 0 else "\n".join(line.strip() for line in many.splitlines())
    formatted = format_text(messy)
    assert formatted != messy or seed == 0


@settings(max_examples=60, deadline=None)
@given(programs())
def test_random_programs(program: Program) -> None:
    check(program.text)


@settings(max_examples=300, deadline=None)
@given(st.lists(random_terms, min_size=1, max_size=3), st.sampled_from((" ", "\n", "  % c\n", "")))
def test_random_terms(given: list[Term], between: str) -> None:
    goals = f",{between}".join(f"p({write_term(term)})" for term in given)
    check(f"{goals} .\na :-{between or ' '}{goals} .\nb([{goals}|{between}c]):-({goals}->d;{between}e) .\n")
    check("".join(f"({write_term(term)}) .\n" for term in given))


NOISE = (
    " ",
    "   ",
    "\t",
    "\n",
    "\n\n\n\n",
    "\r\n",
    " % c\n",
    "\n% own\n",
    "\n   % in\n",
    " /* b */",
    "/* b */ ",
    " /* t\nall */ ",
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PROLOG), st.data())
def test_noise_between_tokens(path: Path, data: st.DataObject) -> None:
    text = path.read_text(encoding="utf-8")
    read = sentences(text)
    first = data.draw(st.integers(0, len(read) - 1))
    pieces: list[str] = []
    for one in read[first : first + 4]:
        position = one.sentence.tokens[0].start
        assert one.sentence.stop is not None
        for token in [*one.sentence.tokens, one.sentence.stop]:
            between = text[position : token.start]
            if between or (pieces and pieces[-1] in ("(", ",", "[") and token.type != "END"):
                between += data.draw(st.sampled_from(("", "", "", *NOISE)))
            pieces += [between, token.text]
            position = token.end
        pieces.append(data.draw(st.sampled_from(("\n", "\n\n", "  ", "\n   ", "  % end\n"))))
    noisy = "".join(pieces)
    formatted = check(noisy)
    assert comments(formatted) == comments(noisy)
