// A game handed on: as a link, as text, as a file of the folder or of the browser; and taken in again.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../dialog";
import { useWords } from "../i18n";
import type { Place, Position } from "../protocol";
import { FILE_IS_THERE, asStudioError, useSession, wordsOf } from "../session";
import { readFragment, readShared, sharedOf } from "../share";
import { newTree, placeOf } from "../tree";

interface DialogProps {
  readonly onClose: () => void;
}

export function ShareDialog({ onClose }: DialogProps): JSX.Element {
  const say = useWords();
  const session = useSession();
  const [link, setLink] = useState("");
  useEffect(() => void session.link().then(setLink), []);
  const { tree, position, rules, hello } = session.state;
  return (
    <Dialog title={say("play.share")} onClose={onClose}>
      <Copied label={say("share.link")} text={link} name="link" />
      <Copied label={say("share.moves")} text={placeOf(tree).moves.join(" ")} name="moves" />
      <Copied label={say("share.position")} text={position?.text ?? ""} name="position" />
      <SaveGame name={rules.name} folder={hello?.folder ?? ""} />
    </Dialog>
  );
}

function Copied({ label, text, name }: { readonly label: string; readonly text: string; readonly name: string }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        session.tell(say("share.copied"));
      },
      () => session.tell(say("share.uncopied")),
    );
  };
  return (
    <div class="copied">
      <label class="field">
        {label}
        <input type="text" readOnly value={text} data-share={name} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={copy} aria-label={`${say("share.copy")}: ${label}`}>
        {copied ? "✓" : say("share.copy")}
      </button>
    </div>
  );
}

/** The whole game as JSON: into the folder, or wherever the browser puts what is downloaded. */
function SaveGame({ name, folder }: { readonly name: string; readonly folder: string }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const [file, setFile] = useState(`${name || "new"}.game.json`);
  const [there, setThere] = useState(false);
  const [told, tell] = useState("");
  const text = JSON.stringify(sharedOf(session.state));
  const save = (): void => {
    session.begin<{ file: string }>("save", { file, text, replace: there }).answer.then(
      (saved) => {
        setThere(false);
        tell(say("write.saved", { file: saved.file }));
      },
      (error: unknown) => {
        const exists = asStudioError(error).kind === FILE_IS_THERE;
        setThere(exists);
        tell(exists ? say("write.there", { file }) : wordsOf(error));
      },
    );
  };
  return (
    <div class="stack">
      <label class="field">
        {say("write.file", { folder })}
        <input
          type="text"
          value={file}
          spellcheck={false}
          onInput={(event) => {
            setFile(event.currentTarget.value);
            setThere(false);
          }}
        />
      </label>
      {told !== "" && <p role="alert">{told}</p>}
      <div class="row">
        <button type="button" onClick={save}>
          {say(there ? "write.replace" : "write.save")}
        </button>
        <button type="button" onClick={() => download(file, text)}>
          {say("share.download")}
        </button>
      </div>
    </div>
  );
}

function download(file: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = file;
  link.click();
  URL.revokeObjectURL(address);
}

export function LoadDialog({ onClose }: DialogProps): JSX.Element {
  const say = useWords();
  const session = useSession();
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const take = async (given: string): Promise<void> => {
    try {
      const shared = readShared(given) ?? (given.includes("#") ? await readFragment(given.slice(given.indexOf("#"))) : null);
      if (shared) await session.openShared({ ...shared, view: session.state.view });
      else {
        const read = await session.begin<{ place: Place; position: Position }>("read", { text: given }).answer;
        await session.replant(newTree(read.place.start, read.place.moves));
      }
      onClose();
    } catch (error) {
      setWrong(wordsOf(error));
    }
  };
  return (
    <Dialog title={say("play.load")} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void take(text.trim());
        }}
      >
        <label class="field">
          {say("share.paste")}
          <textarea rows={5} value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label class="field">
          {say("share.file")}
          <input
            type="file"
            accept=".json,.txt"
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then((read) => take(read.trim()))}
          />
        </label>
        {wrong !== "" && <p role="alert">{wrong}</p>}
        <button type="submit" class="primary" disabled={text.trim() === ""}>
          {say("play.load")}
        </button>
      </form>
    </Dialog>
  );
}
