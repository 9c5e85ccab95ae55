// A game that is being played: who plays which side, the clocks, and how it ended. A value; what happens in time is in referee.ts.

/** Who moves for a player: a person at this page, or the engine at a level ("2s", "depth 4"). */
export type Side = { readonly kind: "person" } | { readonly kind: "engine"; readonly level: string };

/** Milliseconds that each player has left, and what a move adds; `since` is when the mover's clock began to run. */
export interface Clock {
  readonly left: readonly number[];
  readonly increment: number;
  readonly since: number | null;
}

/** How a match ended other than by the rules: by resigning, or by the clock. */
export interface Conceded {
  readonly player: number;
  readonly by: "resigned" | "time";
}

export interface Match {
  readonly sides: readonly Side[];
  readonly clock: Clock | null;
  readonly conceded: Conceded | null;
}

export const PERSON: Side = { kind: "person" };

export function newMatch(sides: readonly Side[], minutes: number | null, increment: number): Match {
  const clock = minutes === null ? null : { left: sides.map(() => minutes * 60_000), increment: increment * 1000, since: null };
  return { sides, clock, conceded: null };
}

/** What a player has left at a time, never below nothing. */
export function leftOf(clock: Clock, player: number, mover: number | null, now: number): number {
  const left = clock.left[player] ?? 0;
  const running = player === mover && clock.since !== null ? now - clock.since : 0;
  return Math.max(0, left - running);
}

/** The match after a player has moved: the time is taken off, the increment put on, and the next clock runs. */
export function moved(match: Match, player: number, now: number): Match {
  if (!match.clock) return match;
  const { left, increment, since } = match.clock;
  const rest = left.map((each, at) => (at === player && since !== null ? Math.max(0, each - (now - since)) + increment : each));
  return { ...match, clock: { left: rest, increment, since: now } };
}

/** The match with its clocks standing still: when it is over, or when one goes back to look. */
export function stopped(match: Match, player: number | null, now: number): Match {
  if (!match.clock || match.clock.since === null) return match;
  const left = match.clock.left.map((_, at) => leftOf(match.clock as Clock, at, player, now));
  return { ...match, clock: { ...match.clock, left, since: null } };
}
