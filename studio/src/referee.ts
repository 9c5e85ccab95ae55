// What happens in a match without a click: the engine moves, clocks run down, and moves are told to whoever cannot see them.

import type { Work } from "./connection";
import { sayIn } from "./i18n";
import { leftOf, moved, stopped, type Match } from "./match";
import type { Choice, Position } from "./protocol";
import { asStudioError, type Session } from "./session";
import { newTree, placeOf } from "./tree";
import { playerOf, turnOf } from "./words";

const TICK = 200;

export class Referee {
  private thinking: { readonly work: Work<Choice>; readonly position: Position } | null = null;
  private seen: Position | null = null;
  private ticking: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly session: Session) {
    session.store.listen(() => this.look());
  }

  /** Begins a match, from the current position or from the first. */
  async begin(match: Match, here: boolean): Promise<void> {
    const { tree } = this.session.state;
    if (!here && !(await this.session.replant(newTree(tree.start)))) return;
    const clock = match.clock && { ...match.clock, since: Date.now() };
    this.session.store.set({ match: { ...match, clock }, live: true });
  }

  /** Ends the match; the moves stay. */
  end(): void {
    this.session.store.set({ match: null });
  }

  resign(): void {
    const { match, position } = this.session.state;
    if (!match || match.conceded || !position || position.over) return;
    const person = match.sides.findIndex((side) => side.kind === "person");
    const mover = position.mover ?? 0;
    const player = match.sides[mover]?.kind === "person" || person < 0 ? mover : person;
    this.session.store.set({ match: { ...stopped(match, position.mover, Date.now()), conceded: { player, by: "resigned" } } });
  }

  /** Back to where a person was to move last, or on to where one is to move next; one step where no person plays. */
  async turnBack(by: 1 | -1): Promise<void> {
    const { match } = this.session.state;
    if (match?.conceded) this.session.store.set({ match: { ...match, conceded: null } });
    do {
      if (!(await this.session.step(by))) return;
    } while (this.engineMoves() && match?.sides.some((side) => side.kind === "person"));
  }

  /** The engine's move here, whoever is to move. */
  async hint(level: string): Promise<Choice | null> {
    const { tree, position } = this.session.state;
    if (!position || position.over) return null;
    return this.session.ask<Choice>("choose", { place: placeOf(tree), level }).catch(() => null);
  }

  private engineMoves(): boolean {
    const { match, position } = this.session.state;
    return position?.mover != null && match?.sides[position.mover]?.kind === "engine";
  }

  /** The state is another: what follows from it. */
  private look(): void {
    const { position } = this.session.state;
    if (position !== this.seen) this.arrive(position);
    this.think();
    this.tick();
  }

  private arrive(position: Position | null): void {
    const before = this.seen;
    this.seen = position;
    if (!position) return;
    const { game, language, match } = this.session.state;
    const count = position.place.moves.length;
    if (before && count === before.place.moves.length + 1) {
      const say = sayIn(language);
      const played = say("play.played", { player: playerOf(game, before.mover), move: position.place.moves.at(-1) ?? "" });
      const next: Partial<typeof this.session.state> = { told: `${played} ${turnOf(say, game, position, match)}` };
      if (match && !match.conceded) this.session.store.set({ ...next, match: this.clocked(match, before, position) });
      else this.session.store.set(next);
    }
  }

  private clocked(match: Match, before: Position, position: Position): Match {
    const now = Date.now();
    const after = before.mover === null ? match : moved(match, before.mover, now);
    return position.over ? stopped(after, position.mover, now) : after;
  }

  /** Lets the engine think where it is to move; what is no longer asked for ends. */
  private think(): void {
    const { match, position, tree, link, live } = this.session.state;
    const wanted = link === "open" && live && match && !match.conceded && position && !position.over && this.engineMoves();
    if (this.thinking && (!wanted || this.thinking.position !== position)) {
      this.thinking.work.cancel();
      this.thinking = null;
    }
    if (!wanted || this.thinking || position.mover === null) return;
    const side = match.sides[position.mover];
    if (side?.kind !== "engine") return;
    const work = this.session.begin<Choice>("choose", { place: placeOf(tree), level: side.level });
    const thinking = { work, position };
    this.thinking = thinking;
    work.answer.then(
      (choice) => this.answer(thinking, choice),
      (error: unknown) => {
        if (this.thinking !== thinking) return;
        this.thinking = null;
        if (asStudioError(error).kind === "Disconnected") return;
        this.session.store.set({ match: null, told: asStudioError(error).message });
      },
    );
  }

  private answer(thinking: { readonly position: Position }, choice: Choice): void {
    if (this.thinking !== thinking) return;
    this.thinking = null;
    if (this.session.state.position === thinking.position && choice.move !== null) void this.session.play(choice.move);
  }

  /** Clocks run while the position that was played to is on the board. */
  private tick(): void {
    const { match, position, live } = this.session.state;
    const runs = Boolean(match?.clock && !match.conceded && position && !position.over);
    if (!runs) {
      clearInterval(this.ticking);
      this.ticking = undefined;
      return;
    }
    if (match?.clock && (match.clock.since !== null) !== live) {
      const now = Date.now();
      const next = live ? { ...match, clock: { ...match.clock, since: now } } : stopped(match, position?.mover ?? null, now);
      this.session.store.set({ match: next });
    }
    this.ticking ??= setInterval(() => this.flag(), TICK);
  }

  private flag(): void {
    const { match, position, game, language } = this.session.state;
    if (!match?.clock || match.conceded || position?.mover == null) return;
    const now = Date.now();
    if (match.clock.since === null || leftOf(match.clock, position.mover, position.mover, now) > 0) return;
    const told = sayIn(language)("play.flagged", { player: playerOf(game, position.mover) });
    this.session.store.set({ match: { ...stopped(match, position.mover, now), conceded: { player: position.mover, by: "time" } }, told });
  }
}
