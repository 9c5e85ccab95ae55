// A dialog over the page: the browser's own, which keeps the focus and closes by Escape.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "./i18n";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const say = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose} onClick={(event) => event.target === dialog.current && onClose()}>
      <div class="dialog">
        <div class="head">
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label={say("dialog.close")} onClick={onClose}>
            ×
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
