// Sentences about a game, for eyes and for screen readers.

import type { Say } from "./i18n";
import type { Match } from "./match";
import type { Game, Position } from "./protocol";

export function playerOf(game: Game | null, player: number | null): string {
  return player === null ? "" : (game?.players[player] ?? String(player + 1));
}

/** Whose turn it is, or how the game ended. */
export function turnOf(say: Say, game: Game | null, position: Position, match: Match | null): string {
  if (match?.conceded) {
    const by = match.conceded.by === "time" ? "play.flagged" : "play.resigned";
    return say(by, { player: playerOf(game, match.conceded.player) });
  }
  if (position.over) return say("board.over", { ending: endingOf(say, game, position) });
  return say("board.turn", { player: playerOf(game, position.mover) });
}

/** Who has won, and by how much where it is not plainly won or lost. */
function endingOf(say: Say, game: Game | null, { winners, utilities, ending }: Position): string {
  if (!utilities) return ending ?? "";
  const worth = utilities.map((value, at) => `${playerOf(game, at)} ${value}`).join(", ");
  if (!winners) return worth;
  const won = winners.map((player) => playerOf(game, player)).join(", ");
  const words = winners.length === 0 ? say("end.draw") : say("end.wins", { player: won });
  const plain = utilities.every((value) => ["1", "-1", "0"].includes(value));
  return plain ? words : `${words} (${worth})`;
}

/** Where a cell is, and what stands there. */
export function cellInWords(say: Say, cell: string, position: Position): string {
  const place = /^r(\d+)c(\d+)$/.exec(cell);
  const where = place ? say("board.cell", { row: place[1] ?? "", column: place[2] ?? "" }) : cell;
  const there = position.contents[cell];
  return `${where}: ${there ? there : say("board.nothing")}`;
}
