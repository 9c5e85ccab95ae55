// The whole line looked through by the engine: the chart of its values, and the moves that lost something.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Work } from "../connection";
import { useWords } from "../i18n";
import type { Game } from "../protocol";
import { useSession, useStudio, wordsOf } from "../session";
import { lineThrough, pathTo, placeOf, type MoveNode } from "../tree";
import { numberOf, scaleOf, valueText } from "../values";
import { ValueChart, type ChartValue } from "./chart";
import type { Remark } from "./variations";

export interface LineChart {
  readonly key: string;
  readonly values: readonly ChartValue[];
  readonly done: boolean;
}

interface Given {
  readonly game: Game;
  readonly chart: LineChart | null;
  draw(chart: LineChart | null): void;
  run(running: boolean): void;
}

/** Seconds that the whole line gets. */
const BUDGETS = [3, 10, 30, 120];

export function GameChart({ game, chart, draw, run }: Given) {
  const say = useWords();
  const session = useSession();
  const tree = useStudio((state) => state.tree);
  const [seconds, spend] = useState(10);
  const [trouble, complain] = useState<string | null>(null);
  const work = useRef<Work<{ values: ChartValue[] }> | null>(null);
  const line = lineThrough(tree);
  const moves = line.map((node) => node.move ?? "");
  const end = line.at(-1)?.id ?? 0;
  const key = JSON.stringify([tree.start, moves]);
  const shown = chart?.key === key ? chart : null;
  const byPly = useMemo(() => new Map(shown?.values.map((value) => [value.ply, value])), [shown]);
  const values = [null, ...moves].map((_, ply) => byPly.get(ply) ?? null);
  const scale = scaleOf(game, shown?.values.map((value) => numberOf(value.value)));
  const ply = pathTo(tree).length;
  const go = (to: number): void => {
    if (to !== ply) void session.go(to === 0 ? 0 : (line[to - 1]?.id ?? end));
  };
  useEffect(() => () => work.current?.cancel(), []);
  const start = async (): Promise<void> => {
    complain(null);
    run(true);
    const take = (told: { values?: ChartValue[] }, done: boolean): void => draw({ key, values: told.values ?? [], done });
    const begun = session.begin<{ values: ChartValue[] }>("chart", { place: placeOf(tree, end), seconds }, (params) => take(params, false));
    work.current = begun;
    try {
      take(await begun.answer, true);
    } catch (error) {
      complain(wordsOf(error));
    }
    work.current = null;
    run(false);
  };
  const blunders = shown?.values.filter((value) => value.isBlunder) ?? [];
  return (
    <section class="game-chart" aria-label={say("analyse.chart.title")}>
      <div class="tools">
        <h3>{say("analyse.chart.title")}</h3>
        {work.current ? (
          <button type="button" onClick={() => work.current?.cancel()}>
            {say("analyse.chart.stop")}
          </button>
        ) : (
          <button type="button" class="primary" disabled={moves.length === 0} onClick={() => void start()}>
            {say("analyse.chart.run")}
          </button>
        )}
        <label class="inline">
          {say("analyse.chart.budget")}
          <select value={String(seconds)} onChange={(event) => spend(Number(event.currentTarget.value))}>
            {BUDGETS.map((each) => (
              <option value={String(each)}>{say("analyse.seconds", { seconds: each })}</option>
            ))}
          </select>
        </label>
      </div>
      {trouble && <p class="trouble">{trouble}</p>}
      <ValueChart values={values} moves={moves} ply={ply} scale={scale} players={game.players} go={go} />
      {work.current && (
        <progress max={moves.length + 1} value={shown?.values.filter((value) => value.value !== null).length ?? 0} aria-label={say("analyse.chart.progress")} />
      )}
      <div aria-live="polite">{shown?.done && blunders.length === 0 && <p class="faint">{say("analyse.chart.none")}</p>}</div>
      {blunders.length > 0 && (
        <ul class="blunders" aria-label={say("analyse.blunders")}>
          {blunders.map((value) => (
            <li key={value.ply}>
              <button type="button" onClick={() => go(value.ply)}>
                <strong>{plyText(value.ply + 1)}</strong> {value.played} <span aria-hidden="true">??</span>
              </button>{" "}
              <span class="faint">{blunderText(value)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );

  function blunderText(value: ChartValue): string {
    const loss = valueText(value.loss);
    return value.best === null ? say("analyse.blunder.loses", { loss }) : say("analyse.blunder.better", { loss, best: value.best });
  }
}

function plyText(ply: number): string {
  return ply % 2 === 1 ? `${(ply + 1) / 2}.` : `${ply / 2}…`;
}

/** What the chart has to say of the nodes of its line, for the tree of moves. */
export function remarksOf(chart: LineChart | null, line: readonly MoveNode[], start: string | null, words: string): ReadonlyMap<number, Remark> {
  const remarks = new Map<number, Remark>();
  if (chart?.key !== JSON.stringify([start, line.map((node) => node.move ?? "")])) return remarks;
  for (const value of chart.values) {
    const node = line[value.ply];
    if (value.isBlunder && node) remarks.set(node.id, { sign: "??", words });
  }
  return remarks;
}
