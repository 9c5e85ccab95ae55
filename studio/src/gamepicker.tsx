// Which game is open, and the others that could be: shipped games, files of the folder, templates, or an empty page.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "./dialog";
import { draftName, drafts } from "./drafts";
import { useWords } from "./i18n";
import { useSession, useStudio, type Source } from "./session";

export function GamePicker(): JSX.Element {
  const say = useWords();
  const rules = useStudio((state) => state.rules);
  const [open, setOpen] = useState(false);
  const unsaved = rules.text !== rules.saved;
  const name = rules.file ?? rules.name;
  return (
    <>
      <button type="button" class="game-picker" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span class="hidden">{say("game.pick")}: </span>
        {unsaved ? say("game.unsaved", { name }) : name || say("game.pick")}
      </button>
      {open && <Games onClose={() => setOpen(false)} />}
    </>
  );
}

function Games({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const hello = useStudio((state) => state.hello);
  const open = (source: Source): void => {
    onClose();
    session.open(source).catch(() => undefined);
  };
  return (
    <Dialog title={say("game.pick")} onClose={onClose}>
      <button
        type="button"
        class="primary"
        onClick={() => {
          onClose();
          void session.startNew();
          session.show("write");
        }}
      >
        {say("game.new")}
      </button>
      <Drafts onClose={onClose} />
      <Choices
        title={say("game.shipped")}
        items={(hello?.games ?? []).map((game) => [game.title || game.name, { game: game.name }])}
        open={open}
      />
      <Choices
        title={say("game.files", { folder: hello?.folder ?? "" })}
        items={(hello?.files ?? []).filter((file) => /\.(pl|game\.json)$/.test(file)).map((file) => [file, { file }])}
        open={open}
      />
      <Choices
        title={say("game.templates")}
        items={(hello?.templates ?? []).map((one) => [one.title || one.name, { template: one.name }])}
        open={open}
      />
    </Dialog>
  );
}

/** Texts that were left without being saved. */
function Drafts({ onClose }: { readonly onClose: () => void }): JSX.Element | null {
  const say = useWords();
  const session = useSession();
  const { rules, view } = session.state;
  const left = drafts().filter((draft) => draft.text !== rules.text);
  if (left.length === 0) return null;
  return (
    <section class="choices">
      <h3>{say("game.drafts")}</h3>
      <ul>
        {left.map((draft) => (
          <li key={draftName(draft)}>
            <button
              type="button"
              data-draft={draftName(draft)}
              onClick={() => {
                onClose();
                void session.openShared({ ...draft, view });
              }}
            >
              {draftName(draft)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChoicesProps {
  readonly title: string;
  readonly items: readonly (readonly [string, Source])[];
  readonly open: (source: Source) => void;
}

function Choices({ title, items, open }: ChoicesProps): JSX.Element {
  const say = useWords();
  return (
    <section class="choices">
      <h3>{title}</h3>
      {items.length === 0 && <p class="faint">{say("game.none")}</p>}
      <ul>
        {items.map(([text, source]) => (
          <li key={text}>
            <button type="button" data-open={Object.values(source)[0]} onClick={() => open(source)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
