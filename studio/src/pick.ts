// Which move is meant by the cells that are clicked, from what each move changes on the board.

import type { Move } from "./protocol";

/** What the clicks so far mean: a move, several that differ elsewhere, cells that may come next, or nothing. */
export type Pick =
  | { readonly kind: "move"; readonly move: Move }
  | { readonly kind: "several"; readonly moves: readonly Move[] }
  | { readonly kind: "more"; readonly next: readonly string[] }
  | { readonly kind: "nothing" };

/** The cells that tell a move from others, the one that a person would click first in front. */
function cellsOf(move: Move): readonly string[] {
  const ends = [move.from, move.to].filter((cell): cell is string => cell !== null);
  return [...new Set([...ends, ...move.cells])];
}

/** Moves that all the clicked cells are of; a piece is clicked before the square that it goes to. */
export function candidates(moves: readonly Move[], clicked: readonly string[]): readonly Move[] {
  const first = clicked[0];
  if (first === undefined) return moves;
  const starting = moves.filter((move) => move.from === first && inOrder(move, clicked));
  if (starting.length > 0) return starting;
  const placing = clicked.length === 1 ? moves.filter((move) => move.from === null && move.to === first) : [];
  if (placing.length > 0) return placing;
  return moves.filter((move) => clicked.every((cell) => cellsOf(move).includes(cell)));
}

function inOrder(move: Move, clicked: readonly string[]): boolean {
  const second = clicked[1];
  if (second === undefined) return true;
  return clicked.slice(1).every((cell) => move.to === cell || cellsOf(move).includes(cell));
}

/** What clicks mean: one click is enough where one move is left and no piece moves, or the piece has no other way. */
export function pick(moves: readonly Move[], clicked: readonly string[]): Pick {
  const left = candidates(moves, clicked);
  const [only] = left;
  if (only === undefined) return { kind: "nothing" };
  if (left.length === 1) return { kind: "move", move: only };
  const last = clicked.at(-1);
  const arriving = clicked.length > 1 ? left.filter((move) => move.to === last) : [];
  if (arriving.length === 1 && arriving[0]) return { kind: "move", move: arriving[0] };
  if (arriving.length > 1) return rest(arriving, clicked);
  return rest(left, clicked);
}

/** Several moves are left: cells that tell them apart come next, and where no cell does, a list. */
function rest(left: readonly Move[], clicked: readonly string[]): Pick {
  const next = new Set<string>();
  for (const move of left) {
    const goals = move.to !== null && !clicked.includes(move.to) ? [move.to] : cellsOf(move);
    for (const cell of goals) if (!clicked.includes(cell)) next.add(cell);
  }
  const telling = [...next].filter((cell) => candidates(left, [...clicked, cell]).length < left.length);
  return telling.length > 0 && reachesAll(left, clicked, telling) ? { kind: "more", next: telling } : { kind: "several", moves: left };
}

/** Whether every move that is left has a cell of its own to be clicked; else a list has to be shown. */
function reachesAll(left: readonly Move[], clicked: readonly string[], telling: readonly string[]): boolean {
  return left.every((move) => cellsOf(move).some((cell) => !clicked.includes(cell) && telling.includes(cell)));
}
