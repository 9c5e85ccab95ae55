// A small tournament of players at their levels: the cross table fills while they play.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../i18n";
import { NumberChoice, Panel } from "./panel";
import { useWork } from "./work";

/** A table of the arena, the first column of which has names. */
interface Rows {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Standing {
  readonly played: number;
  readonly total: number;
  readonly cross: Rows;
  readonly matches: Rows;
  readonly faults: readonly string[];
}

const PLAYERS = "alphabeta:depth=1\nalphabeta:depth=3\nmcts:nodes=200\nrandom";

export function TournamentPanel(): JSX.Element {
  const say = useWords();
  const [text, write] = useState(PLAYERS);
  const [games, count] = useState(10);
  const { told, running, trouble, start, stop } = useWork<Standing>("tournament");
  const players = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return (
    <Panel
      title={say("tournament.title")}
      about={say("tournament.about")}
      run={say("tournament.run")}
      disabled={players.length < 2}
      fields={
        <>
          <label class="field">
            {say("tournament.players")}
            <textarea rows={4} value={text} spellcheck={false} onInput={(event) => write(event.currentTarget.value)} />
          </label>
          <NumberChoice label={say("tournament.games")} value={games} of={[4, 10, 20, 50]} choose={count} />
        </>
      }
      {...{ running, trouble, stop }}
      start={() => start({ players, games })}
    >
      {running && <progress max={told?.total ?? 1} value={told?.played ?? 0} aria-label={say("tournament.title")} />}
      {told && <Standings standing={told} />}
    </Panel>
  );
}

function Standings({ standing }: { readonly standing: Standing }): JSX.Element {
  const say = useWords();
  return (
    <>
      <p class="faint" role="status">
        {say("tournament.played", { played: standing.played, games: standing.total })}
      </p>
      <RowsTable caption={say("tournament.table")} table={standing.cross} />
      <RowsTable caption={say("tournament.matches")} table={standing.matches} />
      {[...new Set(standing.faults)].map((fault) => (
        <p class="trouble" key={fault}>
          {fault}
        </p>
      ))}
    </>
  );
}

function RowsTable({ caption, table }: { readonly caption: string; readonly table: Rows }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {table.heads.map((head, at) => (
              <th key={at} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row[0]}>
              <th scope="row">{row[0]}</th>
              {row.slice(1).map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
