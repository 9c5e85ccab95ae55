// The state of the page, in one value: whatever is on the screen follows from it. The server keeps none of it.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Link, StudioError } from "./connection";
import type { Match } from "./match";
import type { Game, Hello, Position } from "./protocol";
import type { TraceSettings } from "./trace/request";
import { newTree, type MoveTree } from "./tree";
import type { Scale, Value } from "./values";

export const VIEW_NAMES = ["write", "play", "analyse", "search", "compare"] as const;
export type ViewName = (typeof VIEW_NAMES)[number];
export type Theme = "auto" | "light" | "dark";

/** The text of the rules, and what of it is on disk (or was opened): they differ where something is not saved. */
export interface Rules {
  readonly name: string;
  readonly file: string | null;
  readonly text: string;
  readonly saved: string;
  readonly start: string | null; // where the game starts, for rules that do not say it themselves
}

/** What a view puts on the board: cells in a manner (a class of style.css), and arrows between cells. */
export interface Marks {
  readonly cells: Readonly<Record<string, string>>;
  readonly arrows: readonly Arrow[];
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly manner: string;
}

/** What a position is worth, for the bar beside the board. */
export interface Standing {
  readonly value: Value;
  readonly solved: boolean;
  readonly scale: Scale;
}

export const NO_MARKS: Marks = { cells: {}, arrows: [] };

export interface State {
  readonly hello: Hello | null;
  readonly link: Link;
  readonly rules: Rules;
  readonly opening: number; // how many times rules were opened: an editor begins anew with each
  readonly parameters: Readonly<Record<string, string>>;
  readonly game: Game | null; // the game of the rules as they were when they last checked
  readonly problem: StudioError | null; // why the rules as they are now are no game
  readonly loading: boolean;
  readonly tree: MoveTree;
  readonly position: Position | null; // that of the current node, as soon as it is known
  readonly entering: boolean; // whether another position is on its way to the board
  readonly match: Match | null;
  readonly live: boolean; // whether the position was played to, and is not only looked at: there the engine answers, and clocks run
  readonly marks: Marks;
  readonly placing: ((cell: string) => void) | null; // what a click on a cell does where a view sets the board up: no move then
  readonly standing: Standing | null; // who is winning, where a view says so
  readonly flipped: boolean; // whether the board is seen from the other side
  readonly view: ViewName;
  readonly trace: TraceSettings | null; // the search that is looked at, and the step of it
  readonly step: number | null;
  readonly language: string;
  readonly theme: Theme;
  readonly told: string; // the status line, which screen readers read out
}

const FIRST: State = {
  hello: null,
  link: "connecting",
  rules: { name: "", file: null, text: "", saved: "", start: null },
  opening: 0,
  parameters: {},
  game: null,
  problem: null,
  loading: false,
  tree: newTree(),
  position: null,
  entering: false,
  match: null,
  live: false,
  marks: NO_MARKS,
  placing: null,
  standing: null,
  flipped: false,
  view: "play",
  trace: null,
  step: null,
  language: "en",
  theme: "auto",
  told: "",
};

type Listener = () => void;

/** Holds the state; whoever listens is told of every change. */
export class Store {
  private held: State;
  private readonly listeners = new Set<Listener>();

  constructor(first: Partial<State> = {}) {
    this.held = { ...FIRST, ...first };
  }

  get state(): State {
    return this.held;
  }

  set(change: Partial<State>): void {
    this.held = { ...this.held, ...change };
    for (const listener of [...this.listeners]) listener();
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** A part of the state, for a view: it is drawn again when that part is another. */
export function usePart<T>(store: Store, part: (state: State) => T): T {
  const [, draw] = useState(0);
  const value = part(store.state);
  const last = useRef({ part, value });
  last.current = { part, value };
  useEffect(() => {
    const look = (): void => {
      if (last.current.part(store.state) !== last.current.value) draw((count) => count + 1);
    };
    look();
    return store.listen(look);
  }, [store]);
  return value;
}
