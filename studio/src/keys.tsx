// The keys of the page, in one table: what each does, where it works, and its line in the help.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Dialog } from "./dialog";
import { useWords, type Key } from "./i18n";
import { useSession, type Session } from "./session";
import { VIEW_NAMES, type ViewName } from "./state";

export interface Shortcut {
  readonly keys: string; // as in "Alt+1", "ArrowLeft", "h"
  readonly means: Key;
  readonly views?: readonly ViewName[]; // everywhere without
  readonly run?: (session: Session) => void; // none: the key is only told, something else hears it
}

/** Keys of all views; a view adds its own by `useShortcuts`. */
const SHORTCUTS: readonly Shortcut[] = [
  ...VIEW_NAMES.map((name, at): Shortcut => ({ keys: `Alt+${at + 1}`, means: `${name}.title`, run: (session) => session.show(name) })),
  { keys: "ArrowLeft", means: "keys.back", views: ["play", "analyse"], run: (session) => void session.step(-1) },
  { keys: "ArrowRight", means: "keys.on", views: ["play", "analyse"], run: (session) => void session.step(1) },
  { keys: "f", means: "board.flip", views: ["play", "analyse"], run: ({ store }) => store.set({ flipped: !store.state.flipped }) },
  { keys: "Arrows", means: "keys.cells" },
  { keys: "Enter", means: "keys.click" },
  { keys: "?", means: "help.title" },
];

const added = new Set<readonly Shortcut[]>();

/** Adds keys for as long as a view is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    added.add(shortcuts);
    return () => void added.delete(shortcuts);
  }, [shortcuts]);
}

function shortcuts(): readonly Shortcut[] {
  return [...SHORTCUTS, ...[...added].flat()];
}

function written(event: KeyboardEvent): string {
  const held = [event.ctrlKey || event.metaKey ? "Ctrl+" : "", event.altKey ? "Alt+" : ""].join("");
  const key = event.altKey && event.code.startsWith("Digit") ? event.code.slice(5) : event.key;
  return held + (key.length === 1 ? key.toLowerCase() : key);
}

/** Whether the key belongs to what is being typed in. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (event.ctrlKey || event.altKey || event.metaKey || !(target instanceof Element)) return false;
  return target.closest("input, select, textarea, [contenteditable=true], dialog") !== null;
}

/** Listens for the keys of the table, for as long as the page is there. */
export function useKeys(onHelp: () => void): void {
  const session = useSession();
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event)) return;
      if (event.key === "?" || event.key === "F1") {
        event.preventDefault();
        return onHelp();
      }
      const key = written(event);
      const { view } = session.state;
      const found = shortcuts().find((each) => each.keys === key && each.run && (each.views?.includes(view) ?? true));
      if (!found) return;
      event.preventDefault();
      found.run?.(session);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [session]);
}

const DRAWN: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", Arrows: "← ↑ → ↓" };

export function HelpDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const say = useWords();
  return (
    <Dialog title={say("help.title")} onClose={onClose}>
      <dl class="keys">
        {shortcuts().map(({ keys, means }) => (
          <div key={keys}>
            <dt>
              <kbd>{DRAWN[keys] ?? keys}</kbd>
            </dt>
            <dd>{say(means)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
