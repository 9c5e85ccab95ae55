// Which search is to be seen, as it is asked for and shared.

import type { Game } from "../protocol";

export interface TraceSettings {
  readonly algorithm: string;
  readonly depth: number | null; // null: a small game to its end, others a few plies
  readonly table: boolean;
  readonly order: boolean;
  readonly nodes: number;
}

const TABLE = 100_000;

export function isTraceSettings(read: unknown): read is TraceSettings {
  if (typeof read !== "object" || read === null) return false;
  const { algorithm, depth, table, order, nodes } = read as Record<string, unknown>;
  const isDepth = depth === null || typeof depth === "number";
  return typeof algorithm === "string" && isDepth && typeof table === "boolean" && typeof order === "boolean" && typeof nodes === "number";
}

/** The algorithms that make sense of a game. */
export function algorithmsFor(game: Game): readonly string[] {
  return game.opposed ? ["alphabeta", "minimax"] : ["maxn", "paranoid"];
}

export function firstSettings(game: Game): TraceSettings {
  return { algorithm: algorithmsFor(game)[0] ?? "minimax", depth: null, table: false, order: false, nodes: 120 };
}

/** The same as the server is told. */
export function requestOf({ algorithm, depth, table, order, nodes }: TraceSettings): object {
  return { algorithm, depth, nodes, options: { table: String(table ? TABLE : 0), order: String(order) } };
}
