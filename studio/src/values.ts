// Values of positions, as the server writes them (integers, fractions, decimals), for bars, charts and colours.

import type { Game } from "./protocol";

/** A number of the server: plain, or as text where it is a fraction or very large. */
export type Value = number | string | null;

/** What a value as text is, as a number to draw; NaN where it is none. */
export function numberOf(text: Value | undefined): number {
  if (text === null || text === undefined) return NaN;
  if (typeof text === "number") return text;
  const plain = text.trim().replace("−", "-").replace("∞", "Infinity");
  const parts = /^(-?\d+)\s*(?:\/|r)\s*(\d+)$/.exec(plain);
  return parts ? Number(parts[1]) / Number(parts[2]) : plain === "" ? NaN : Number(plain);
}

/** A value as people write it: a true minus, at most two decimals, a plus where it is more than nothing. */
export function valueText(text: Value | undefined, sign = false): string {
  const value = numberOf(text);
  if (Number.isNaN(value)) return typeof text === "string" ? text : "";
  const isPlain = typeof text === "string" && /^-?\d+(?:\s*[/r]\s*\d+)?$/.test(text.trim());
  const size = isPlain ? text.trim().replace(/^-/, "").replace("r", "/") : shortNumber(Math.abs(value));
  return (value < 0 ? "−" : sign && value > 0 ? "+" : "") + size;
}

function shortNumber(size: number): string {
  if (size === Infinity) return "∞";
  return String(Number(size.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0)));
}

/** The scale of a game's values: what a draw is worth, how far wins are from it, and whether anybody says what a win is. */
export interface Scale {
  readonly middle: number;
  readonly reach: number;
  readonly known: boolean;
}

/** How much more than the largest value that was seen a game may be worth, where its rules do not say. */
const BEYOND = 4;

/** The scale by what the rules say; where they do not tell the values, by those that were seen. */
export function scaleOf(game: Pick<Game, "values" | "draw" | "opposed">, seen: readonly number[] = []): Scale {
  const values = (game.values ?? []).map(numberOf).filter(Number.isFinite);
  const draw = numberOf(game.draw);
  const middle = Number.isNaN(draw) ? (values.length > 1 ? (Math.min(...values) + Math.max(...values)) / 2 : 0) : draw;
  const isTold = values.length > 1;
  const sizes = (isTold ? values : seen.filter(Number.isFinite)).map((value) => Math.abs(value - middle));
  const reach = Math.max(...sizes, 0) * (isTold ? 1 : BEYOND);
  return { middle, reach: reach || 1, known: game.opposed && !Number.isNaN(draw) };
}

/** How much larger small advantages are drawn than they are: estimates are often far smaller than wins. */
const STEEPNESS = 20;

/** Where a value stands between the worst (-1) and the best (1) for the first player. */
export function shareOf(value: number, scale: Scale): number {
  if (Number.isNaN(value)) return 0;
  const part = Math.max(-1, Math.min(1, (value - scale.middle) / scale.reach));
  return (Math.sign(part) * Math.log1p(Math.abs(part) * STEEPNESS)) / Math.log1p(STEEPNESS);
}

export type Verdict = "win" | "draw" | "loss";

/** What a solved value is to a player: for the first of two, more than the middle is a win. */
export function verdictOf(value: number, mover: number, scale: Scale): Verdict | null {
  if (Number.isNaN(value) || !scale.known) return null;
  const gain = mover === 0 ? value - scale.middle : scale.middle - value;
  return gain > 0 ? "win" : gain < 0 ? "loss" : "draw";
}
