// Positions set up by hand: a click puts what was chosen on a cell. The server finds out which position that is;
// where it is none, clicks are collected until it is.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useWords } from "../i18n";
import type { Game, Place, Position } from "../protocol";
import { useSession, wordsOf, type Session } from "../session";
import { newTree } from "../tree";
import { cellInWords } from "../words";

interface Arranged {
  readonly place: Place;
  readonly pieces: readonly string[]; // all that can be put on some cell
}

interface Change {
  readonly cells: Readonly<Record<string, string>>;
  readonly mover?: number;
}

const NOTHING: Change = { cells: {} };

export function SetUp({ game, position }: { readonly game: Game; readonly position: Position }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const [isOpen, open] = useState(false);
  const [pieces, know] = useState<readonly string[] | null>(null);
  const [brush, choose] = useState<string | null>(null);
  const [waiting, keep] = useState(NOTHING); // what is no position yet, and may be one with the next click
  const [trouble, complain] = useState<string | null>(null);
  const busy = useRef(false);
  const chosen = brush !== null && pieces?.includes(brush) ? brush : (pieces?.find((piece) => piece !== "") ?? pieces?.[0] ?? null);

  const arrange = async (change: Change): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    try {
      const arranged = await arrangedBy(session, game, position.place, change);
      if (session.state.position !== position) return; // it was about another board
      know(arranged.pieces);
      if (change === NOTHING || (await session.replant(newTree(arranged.place.start, arranged.place.moves)))) {
        keep(NOTHING);
        complain(null);
      }
    } catch (error) {
      keep(change);
      complain(wordsOf(error));
    } finally {
      busy.current = false;
    }
  };
  useEffect(() => {
    know(null);
    complain(null);
    if (isOpen) void arrange(NOTHING);
  }, [isOpen, game]);
  useEffect(() => keep(NOTHING), [isOpen, position]);
  useEffect(() => {
    const put = (cell: string): void => void (chosen !== null && arrange({ ...waiting, cells: { ...waiting.cells, [cell]: chosen } }));
    session.store.set({ placing: isOpen && chosen !== null ? put : null });
    return () => session.store.set({ placing: null });
  }, [isOpen, chosen, position, waiting]);
  const put = Object.keys(waiting.cells);

  return (
    <details class="set-up" open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>{say("analyse.setup")}</summary>
      {pieces?.length === 0 && <p class="faint">{say("analyse.setup.none")}</p>}
      {pieces !== null && chosen !== null && (
        <>
          <p class="faint">{say("analyse.setup.help")}</p>
          <div class="tools">
            <label class="inline">
              {say("analyse.setup.brush")}
              <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
                {pieces.map((piece) => (
                  <option value={piece}>{piece === "" ? say("analyse.setup.empty") : piece}</option>
                ))}
              </select>
            </label>
            <label class="inline">
              {say("analyse.setup.mover")}
              <select
                value={String(waiting.mover ?? position.mover ?? "")}
                onChange={(event) => void arrange({ ...waiting, mover: Number(event.currentTarget.value) })}
              >
                {position.mover === null && <option value="" />}
                {game.players.map((player, at) => (
                  <option value={String(at)}>{player}</option>
                ))}
              </select>
            </label>
            <button type="button" onClick={() => open(false)}>
              {say("analyse.setup.done")}
            </button>
          </div>
        </>
      )}
      {put.length > 0 && (
        <ul class="waiting">
          {put.map((cell) => (
            <li>{cellInWords(say, cell, { ...position, contents: { ...position.contents, ...waiting.cells } })}</li>
          ))}
        </ul>
      )}
      <div role="alert">{trouble !== null && <p class="trouble">{trouble}</p>}</div>
    </details>
  );
}

/** The position after a change. Where nobody has said whose turn it is then, it is whoever's turn it can be. */
async function arrangedBy(session: Session, game: Game, place: Place, change: Change): Promise<Arranged> {
  const turns = change === NOTHING || change.mover !== undefined ? [change.mover] : [undefined, ...game.players.keys()];
  let first: unknown;
  for (const mover of turns) {
    try {
      return await session.begin<Arranged>("setup", { place, cells: change.cells, ...(mover === undefined ? {} : { mover }) }).answer;
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}
