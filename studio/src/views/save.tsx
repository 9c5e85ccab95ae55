// Saving the rules: to the file that they are of, or to one that is named; what is there is replaced only when the user says so.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../dialog";
import { useWords, type Say } from "../i18n";
import type { Opened } from "../protocol";
import { useSession, type Session } from "../session";

/** Saves rules that have a file, if it is still as it was opened; false where the user has to be asked. */
export async function saveRules(session: Session, say: Say): Promise<boolean> {
  const { file, saved } = session.state.rules;
  if (file === null) return false;
  let read = true;
  try {
    const there = await session.begin<Opened>("open", { file }).answer;
    if (there.text !== saved) return false;
  } catch {
    read = false; // where it is not there any more it is written anew; one that cannot be read is not replaced unasked
  }
  try {
    if (!(await session.save(file, read))) return false;
    session.tell(say("write.saved", { file }));
  } catch {
    // the status line says why it is not saved
  }
  return true;
}

export function SaveDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const { rules, hello } = session.state;
  const [file, setFile] = useState(rules.file ?? `${rules.name || "new"}.pl`);
  const [there, setThere] = useState<string | null>(null);
  const [wrong, setWrong] = useState("");
  const save = async (): Promise<void> => {
    const name = file.trim().endsWith(".pl") ? file.trim() : `${file.trim()}.pl`;
    try {
      if (await session.save(name, there === name)) {
        session.tell(say("write.saved", { file: name }));
        onClose();
      } else {
        setThere(name);
      }
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Dialog title={say("write.save")} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="field">
          {say("write.file", { folder: hello?.folder ?? "" })}
          <input type="text" value={file} spellcheck={false} onInput={(event) => setFile(event.currentTarget.value)} />
        </label>
        {there !== null && <p role="alert">{say("write.there", { file: there })}</p>}
        {wrong !== "" && <p role="alert">{wrong}</p>}
        <div class="row">
          <button type="submit" class="primary">
            {there === null ? say("write.save") : say("write.replace")}
          </button>
          <button type="button" onClick={onClose}>
            {say("dialog.cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
