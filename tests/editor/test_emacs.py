"""Emacs in batch with eglot, set up as docs/editors.md says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.editor.editors import GAME, run, settings

SCRIPT = r"""
(require 'flymake)
(require 'json)
(defun until (holds)
  (let ((end (+ (float-time) 100)))
    (while (not (or (funcall holds) (> (float-time) end))) (accept-process-output nil 0.05))
    (and (funcall holds) t)))
(defun found ()
  (mapcar (lambda (d) (vector (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-text d)))
          (flymake-diagnostics)))
(let (told)
  (find-file "game.pl")
  (run-hooks 'post-command-hook) ; what a person's first key does
  (until #'eglot-current-server)
  (flymake-start)
  (until #'found)
  (push (cons 'findings (vconcat (found))) told)
  (goto-char (point-min))
  (search-forward "Once) :- fail")
  (replace-match "2) :- fail")
  (eglot--signal-textDocument/didChange)
  (push (cons 'mended (until (lambda () (null (found))))) told)
  (goto-char (point-min))
  (search-forward ":- am")
  (call-interactively #'xref-find-definitions)
  (push (cons 'jumped (line-number-at-pos)) told)
  (eglot-rename "share")
  (push (cons 'text (buffer-string)) told)
  (set-buffer-modified-p nil)
  (with-temp-file "told.json" (insert (json-encode told))))
(eglot-shutdown-all)
"""


@pytest.mark.hunt
def test_emacs(tmp_path: Path) -> None:
    settings("elisp", "init.el", tmp_path)
    (tmp_path / "game.pl").write_text(GAME)
    (tmp_path / "script.el").write_text(SCRIPT)
    # Interactively the packages of the system are there before init.el is read; in batch one has to say so.
    run(["emacs", "--batch", "-f", "package-initialize", "-l", "init.el", "-l", "script.el"], tmp_path)
    told = json.loads((tmp_path / "told.json").read_text())
    ((line, text),) = told["findings"]
    assert (line, "Once occurs only once" in text, told["mended"]) == (9, True, True)
    assert told["jumped"] == 8
    assert told["text"] == GAME.replace("Once", "2").replace("amount", "share")
