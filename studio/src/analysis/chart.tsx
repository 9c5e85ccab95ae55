// The value over the game, as a chart to walk along: by clicks, by a finger, by the keys of a slider.

import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../i18n";
import { numberOf, shareOf, valueText, type Scale, type Value } from "../values";

/** What is known of the position after so many moves, of the best move there, and of what the move that was played has lost. */
export interface ChartValue {
  readonly ply: number;
  readonly value: Value;
  readonly bound: string;
  readonly solved: boolean;
  readonly best: string | null;
  readonly played: string | null;
  readonly isBlunder: boolean;
  readonly loss: Value;
}

interface Given {
  readonly values: readonly (ChartValue | null)[];
  readonly moves: readonly string[];
  readonly ply: number;
  readonly scale: Scale;
  readonly players: readonly string[];
  go(ply: number): void;
}

const WIDTH = 600;
const HEIGHT = 130;
const MARGIN = 8;

export function ValueChart({ values, moves, ply, scale, players, go }: Given) {
  const say = useWords();
  const drawing = useRef<SVGSVGElement>(null);
  const heading = useRef(ply); // where the keys have led, though the position may not be there yet
  useEffect(() => {
    heading.current = ply;
  }, [ply]);
  const last = Math.max(1, moves.length);
  const x = (at: number): number => MARGIN + ((WIDTH - 2 * MARGIN) * at) / last;
  const y = (value: number): number => HEIGHT / 2 - (HEIGHT / 2 - MARGIN) * shareOf(value, scale);
  const known = values.filter((each): each is ChartValue => each !== null && each.value !== null);
  const here = values[ply] ?? null;
  const seek = (event: PointerEvent): void => {
    const box = drawing.current?.getBoundingClientRect();
    if (!box) return;
    const at = (((event.clientX - box.left) / box.width) * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN);
    go(Math.round(Math.max(0, Math.min(1, at)) * moves.length));
  };
  return (
    <div
      class="value-chart"
      role="slider"
      tabIndex={0}
      aria-label={say("analyse.chart.label")}
      aria-valuemin={0}
      aria-valuemax={moves.length}
      aria-valuenow={ply}
      aria-valuetext={wordsAt(ply, here)}
      onKeyDown={(event) => {
        const to = KEYS[event.key]?.(heading.current, moves.length);
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        heading.current = Math.max(0, Math.min(moves.length, to));
        go(heading.current);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => event.buttons !== 0 && seek(event)}
    >
      <svg ref={drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="chart-first" x={0} y={0} width={WIDTH} height={HEIGHT / 2} />
        {known.length > 1 && <path class="chart-area" d={areaOf(known, x, y)} />}
        <line class="chart-middle" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {known.length > 0 && <polyline class="chart-line" points={known.map((each) => `${x(each.ply)},${y(numberOf(each.value))}`).join(" ")} />}
        <line class="chart-here" x1={x(ply)} x2={x(ply)} y1={0} y2={HEIGHT} />
      </svg>
      {known.map((each) => (
        <span
          key={each.ply}
          class={isLost(each.ply) ? "chart-point blunder" : each.ply === ply ? "chart-point here" : "chart-point"}
          style={{ left: `${(100 * x(each.ply)) / WIDTH}%`, top: `${(100 * y(numberOf(each.value))) / HEIGHT}%` }}
          aria-hidden="true"
        >
          {isLost(each.ply) ? "??" : ""}
        </span>
      ))}
      {players.length === 2 &&
        players.map((player, at) => (
          <span key={at} class={at === 0 ? "chart-side first" : "chart-side second"} aria-hidden="true">
            {say("analyse.chart.side", { player })}
          </span>
        ))}
    </div>
  );

  /** Whether the move that led to a position was a blunder. */
  function isLost(at: number): boolean {
    return values[at - 1]?.isBlunder ?? false;
  }

  function wordsAt(at: number, value: ChartValue | null): string {
    const where = at === 0 ? say("analyse.chart.start") : say("analyse.chart.after", { ply: at, move: moves[at - 1] ?? "" });
    const worth = value?.value === null || value === null ? say("analyse.chart.unknown") : say("analyse.chart.worth", { value: valueText(value.value, true) });
    return `${where}, ${worth}${isLost(at) ? `, ${say("analyse.chart.blunder")}` : ""}`;
  }
}

const KEYS: Readonly<Record<string, (ply: number, last: number) => number>> = {
  ArrowLeft: (ply) => ply - 1,
  ArrowDown: (ply) => ply - 1,
  ArrowRight: (ply) => ply + 1,
  ArrowUp: (ply) => ply + 1,
  PageUp: (ply) => ply + 10,
  PageDown: (ply) => ply - 10,
  Home: () => 0,
  End: (_, last) => last,
};

function areaOf(known: readonly ChartValue[], x: (ply: number) => number, y: (value: number) => number): string {
  const first = known[0]?.ply ?? 0;
  const end = known.at(-1)?.ply ?? 0;
  const top = known.map((each) => `L${x(each.ply)} ${y(numberOf(each.value))}`).join("");
  return `M${x(first)} ${HEIGHT / 2}${top}L${x(end)} ${HEIGHT / 2}Z`;
}
