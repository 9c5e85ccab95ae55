// Positions from outside: a text that is pasted, read by the server as a position of the game or as a whole game.

import { useState } from "preact/hooks";
import { useWords } from "../i18n";
import type { Place, Position } from "../protocol";
import { useSession, useStudio, wordsOf } from "../session";
import { newTree } from "../tree";

export function PositionText() {
  const say = useWords();
  const session = useSession();
  const position = useStudio((state) => state.position);
  const [text, write] = useState("");
  const [trouble, complain] = useState<string | null>(null);
  const read = async (): Promise<void> => {
    complain(null);
    try {
      const { place } = await session.begin<{ place: Place; position: Position }>("read", { text }).answer;
      if (await session.replant(newTree(place.start, place.moves))) write("");
    } catch (error) {
      complain(wordsOf(error));
    }
  };
  return (
    <details class="position-text">
      <summary>{say("analyse.position")}</summary>
      <label>
        {say("analyse.position.now")}
        <input type="text" readOnly value={position?.text ?? ""} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <label>
        {say("analyse.position.paste")}
        <textarea rows={3} value={text} spellcheck={false} onInput={(event) => write(event.currentTarget.value)} />
      </label>
      <div class="tools">
        <button type="button" disabled={text.trim() === ""} onClick={() => void read()}>
          {say("analyse.position.read")}
        </button>
        <button type="button" onClick={() => void session.replant(newTree())}>
          {say("analyse.position.start")}
        </button>
      </div>
      <div role="alert">{trouble && <p class="trouble">{trouble}</p>}</div>
    </details>
  );
}
