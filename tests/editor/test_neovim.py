"""Neovim, without a window, set up as docs/editors.md says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.editor.editors import GAME, run, settings

SCRIPT = """
local told = {}
local function wait(holds) return vim.wait(100000, holds, 50) end
local ok, why = pcall(function()
  wait(function() return #vim.diagnostic.get(0) > 0 end)
  told.findings = vim.tbl_map(function(d) return { d.lnum, d.col, d.code } end, vim.diagnostic.get(0))
  local document = { textDocument = vim.lsp.util.make_text_document_params() }
  told.lenses = {}
  for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeLens", document, 100000)) do
    for _, lens in ipairs(answer.result) do table.insert(told.lenses, lens.command.title) end
  end
  vim.api.nvim_buf_set_lines(0, 8, 9, false, { "amount(2)." })
  told.mended = wait(function() return #vim.diagnostic.get(0) == 0 end)
  vim.api.nvim_win_set_cursor(0, { 5, 24 })
  vim.lsp.buf.definition()
  told.jumped = wait(function() return vim.api.nvim_win_get_cursor(0)[1] == 8 end)
  vim.lsp.buf.rename("share")
  told.renamed = wait(function() return vim.api.nvim_buf_get_lines(0, 7, 8, false)[1] == "share(1)." end)
  told.lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
end)
told.failed = not ok and tostring(why) or nil
vim.fn.writefile({ vim.fn.json_encode(told) }, "told.json")
vim.cmd("qa!")
"""


@pytest.mark.hunt
def test_neovim(tmp_path: Path) -> None:
    settings("lua", "init.lua", tmp_path)
    (tmp_path / "game.pl").write_text(GAME)
    (tmp_path / "script.lua").write_text(SCRIPT)
    run(["nvim", "--headless", "-u", "init.lua", "-i", "NONE", "game.pl", "-c", "luafile script.lua"], tmp_path)
    told = json.loads((tmp_path / "told.json").read_text())
    assert told == {
        "findings": [[8, 7, "singleton-variable"]],
        "lenses": ["play", "show", "solve", "tree", "perft", "moves per second"],
        "mended": True,
        "jumped": True,
        "renamed": True,
        "lines": GAME.replace("amount(Once) :- fail.", "amount(2).").replace("amount", "share").splitlines(),
    }
