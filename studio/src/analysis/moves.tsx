// Every legal move with what it is worth, the best first; the first of them with their lines.

import type { JSX } from "preact";
import { useWords, type Say } from "../i18n";
import type { Game, Position } from "../protocol";
import { numberOf, valueText, verdictOf, type Scale, type Verdict } from "../values";
import type { AnalysedMove, Watched } from "./analysis";

interface Acting {
  play(moves: readonly string[]): void;
  point(move: string | null): void;
}

interface Given extends Acting {
  readonly game: Game;
  readonly position: Position;
  readonly watched: Watched;
  readonly scale: Scale;
  readonly lines: number;
}

export function MovesTable({ game, position, watched, scale, lines, play, point }: Given): JSX.Element {
  const say = useWords();
  const known = watched.analysis?.moves ?? [];
  const names = new Set(known.map((move) => move.move));
  const rows = [...known, ...position.moves.filter((move) => !names.has(move.text)).map((move) => unknown(move.text))];
  return (
    <table class="moves-table" onMouseLeave={() => point(null)}>
      <caption class="hidden">{say("analyse.moves.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("analyse.moves.value")}</th>
          <th scope="col">{say("analyse.moves.move")}</th>
          <th scope="col" class="number">
            {say("analyse.moves.depth")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <MoveRow key={`${row.move} ${at}`} {...{ row, game, scale, play, point }} mover={position.mover ?? 0} withLine={at < lines} />
        ))}
      </tbody>
    </table>
  );
}

function unknown(move: string): AnalysedMove {
  return { move, value: null, values: null, bound: "estimate", solved: false, depth: null, line: [move], distance: null };
}

interface RowGiven extends Acting {
  readonly row: AnalysedMove;
  readonly game: Game;
  readonly mover: number;
  readonly scale: Scale;
  readonly withLine: boolean;
}

function MoveRow({ row, game, mover, scale, withLine, play, point }: RowGiven): JSX.Element {
  const say = useWords();
  const verdict = row.solved ? verdictOf(numberOf(row.value), mover, scale) : null;
  return (
    <tr onMouseEnter={() => point(row.move)} onFocusIn={() => point(row.move)} onFocusOut={() => point(null)}>
      <td>
        <ValueBadge row={row} verdict={verdict} opposed={game.opposed} />
      </td>
      <td class="line">
        <button type="button" class="move" onClick={() => play([row.move])}>
          {row.move}
        </button>
        {withLine &&
          row.line.slice(1).map((move, at) => (
            <button type="button" class="move follows" onClick={() => play(row.line.slice(0, at + 2))}>
              {move}
            </button>
          ))}
      </td>
      <td class="number">{furtherText(row, say)}</td>
    </tr>
  );
}

interface BadgeGiven {
  readonly row: AnalysedMove;
  readonly verdict: Verdict | null;
  readonly opposed: boolean;
}

/** The value in a colour and with a word, so that nobody has to tell colours apart. */
function ValueBadge({ row, verdict, opposed }: BadgeGiven): JSX.Element {
  const say = useWords();
  if (row.value === null) return <span class="badge unknown">…</span>;
  const mark = { "at least": "≥", "at most": "≤", estimate: "≈", exact: "" }[row.bound] ?? "";
  const value = opposed || !row.values ? valueText(row.value, true) : row.values.map((each) => valueText(each)).join(" · ");
  return (
    <span class={`badge ${verdict ?? (row.solved ? "solved" : "estimate")}`}>
      {verdict && <span class="verdict">{say(`analyse.verdict.${verdict}`)}</span>}
      <span class="value">{`${mark}${value}`}</span>
    </span>
  );
}

function furtherText(row: AnalysedMove, say: Say): string {
  if (row.distance !== null) return say("analyse.distance", { plies: row.distance });
  if (row.solved) return say("analyse.solved");
  return row.depth === null ? "" : say("analyse.depth", { depth: row.depth });
}
