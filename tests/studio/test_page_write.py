"""Rules written in the page: what is wrong is told and mended, the board follows, files are saved when one says it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .browsing import PATIENCE, browsed, cell, cells, open_game, shows
from .conftest import Served

pytestmark = pytest.mark.hunt

TREBLECROSS = """\
player(first).
player(second).
initial(s(first, [e, e, e, e, e])).
to_move(s(P, _), P).
other(first, second).
other(second, first).
move(s(P, B), M, s(Q, B2)) :- other(P, Q), nth1(M, B, e, Rest), nth1(M, B2, x, Rest).
row(B) :- append(_, [x, x, x|_], B).
terminal(s(_, B)) :- row(B).
utility(s(second, _), 1).
utility(s(first, _), -1).
board(s(_, B), [B]).
"""
MISTAKES = (("append(_", "apend(_"), ("terminal(s(_, B))", "terminal(s(P, B))"), ("initial(s", "inital(s"))


def start_new(page: Page) -> None:
    page.click(".game-picker")
    page.get_by_role("button", name="New game").click()
    page.locator(".cm-content").wait_for()


def type_rules(page: Page, text: str) -> None:
    """Type a text as a person does; brackets that close themselves are typed over."""
    page.click(".cm-content")
    page.keyboard.type(text)


def mend(page: Page, problem: str, fix: str) -> None:
    """Press the button of a quick fix."""
    row = page.locator(".problems li").filter(has_text=problem)
    row.get_by_role("button", name=fix, exact=True).first.click()
    expect(row).to_have_count(0, timeout=PATIENCE)


def test_a_game_is_written_from_an_empty_page_and_three_mistakes_are_mended(served: Served) -> None:
    text = TREBLECROSS
    for right, wrong in MISTAKES:
        text = text.replace(right, wrong)
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        start_new(page)
        shows(page, ".board-pane", "Nothing to show yet")
        type_rules(page, text)
        mend(page, "apend/3 is not defined", "write append")
        mend(page, "P occurs only once", "write _")
        mend(page, "inital/1 is defined", "call it initial")
        shows(page, ".checked", "The rules are a game")
        shows(page, ".turn", "first to move")
        assert len(cells(page)) == 5
        cell(page, cells(page)[2]).click()
        shows(page, ".turn", "second to move")


def test_a_file_is_written_when_it_is_said_and_replaced_when_that_is_said(served: Served) -> None:
    there = served.folder / "mine.pl"
    there.write_text("% what was there before\n", encoding="utf-8")
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        start_new(page)
        type_rules(page, "player(x).")
        shows(page, ".game-picker", "not saved")
        page.keyboard.press("Control+s")
        page.fill("dialog input", "mine")
        page.keyboard.press("Enter")
        shows(page, "dialog", "mine.pl is there already")
        assert there.read_text(encoding="utf-8") == "% what was there before\n"
        page.get_by_role("button", name="Replace it").click()
        shows(page, "[role=status]", "Saved as mine.pl.")
        assert there.read_text(encoding="utf-8") == "player(x)."
        page.click(".cm-content")
        page.keyboard.press("Control+End")
        page.keyboard.type("\nplayer(o).")
        page.keyboard.press("Control+s")
        expect(page.locator(".game-picker")).not_to_contain_text("not saved", timeout=PATIENCE)
        assert there.read_text(encoding="utf-8") == "player(x).\nplayer(o)."
        there.write_text("% written by somebody else\n", encoding="utf-8")
        page.click(".cm-content")
        page.keyboard.type("%")
        page.keyboard.press("Control+s")
        page.locator("dialog").wait_for()
        assert there.read_text(encoding="utf-8") == "% written by somebody else\n"


def test_what_is_not_saved_outlives_a_reload(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        page.click("[data-tab=write]")
        page.click(".cm-content")
        page.keyboard.type("% a note\n")
        shows(page, ".game-picker", "not saved")
        page.wait_for_timeout(500)
        page.reload()
        shows(page, ".game-picker", "not saved")
        shows(page, ".cm-content", "% a note")


def test_completion_hover_outline_format_and_parameters(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        page.click("[data-tab=write]")
        page.locator(".cm-content").wait_for()
        page.get_by_label("columns").fill("4")
        page.get_by_label("columns").press("Enter")
        expect(page.locator(".board-pane [data-cell]")).to_have_count(12, timeout=PATIENCE)
        page.get_by_role("button", name="Outline").click()
        page.locator("dialog .outline button", has_text="terminal").first.click()
        expect(page.locator("dialog")).to_have_count(0)
        shows(page, ".cm-activeLine", "terminal")
        page.locator(".cm-line", has_text="initial(").locator("span", has_text="initial").first.hover()
        page.locator(".cm-tooltip-hover").wait_for()
        page.keyboard.press("Control+End")
        page.keyboard.type("\nuti")
        page.keyboard.press("Control+Space")
        page.locator(".cm-tooltip-autocomplete li", has_text="utility").first.wait_for()
        page.keyboard.press("Escape")
        page.keyboard.type("lity(   a,1 ).")
        page.get_by_role("button", name="Format").click()
        expect(page.locator(".cm-content")).to_contain_text("utility(a, 1).", timeout=PATIENCE)


def test_a_template_is_opened_and_its_board_is_shown(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        start_new(page)
        page.locator(".templates button").first.click()
        shows(page, ".checked", "The rules are a game")
        page.locator(".board-pane svg").wait_for()


def test_the_page_is_said_in_another_language_and_dark(served: Served) -> None:
    with browsed(served, locale="de-DE") as page:
        shows(page, ".turn", "x ist am Zug")
        assert page.get_attribute("html", "lang") == "de"
        page.get_by_label("Sprache").select_option("ro")
        shows(page, ".turn", "x la mutare")
        page.click("[data-theme-choice]")
        page.click("[data-theme-choice]")
        page.wait_for_function("getComputedStyle(document.body).colorScheme === 'dark'")
        page.reload()
        shows(page, ".turn", "x la mutare")


def test_rules_from_a_file_of_the_folder_are_opened(served: Served) -> None:
    (served.folder / "crosses.pl").write_text(TREBLECROSS, encoding="utf-8")
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        open_game(page, "crosses.pl")
        shows(page, ".turn", "first to move")


def test_a_text_that_was_left_without_saving_is_offered_again(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        start_new(page)
        type_rules(page, "player(nobody).")
        open_game(page, "nim")
        shows(page, ".cm-content", "Nim")
        page.click(".game-picker")
        page.click("dialog [data-draft=new]")
        shows(page, ".cm-content", "player(nobody).")
        shows(page, ".game-picker", "not saved")


def test_rules_of_a_textbook_are_asked_where_they_start(served: Served) -> None:
    rules = "moves(a, [b, c]).\nmax_to_move(a).\nmin_to_move(b).\nmin_to_move(c).\nstaticval(b, 1).\nstaticval(c, 2).\n"
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        start_new(page)
        type_rules(page, rules)
        page.get_by_label("start position").fill("a")
        page.keyboard.press("Enter")
        shows(page, ".turn", "to move")
        page.click("[data-tab=play]")
        page.locator(".legal .moves button").nth(1).click()
        shows(page, ".turn", "The game is over")
