// What the page and the server say to each other over /session, as types.

/** The start position as text (null: the first of the game), and the moves from there: it names a position of the loaded game. */
export interface Place {
  readonly start: string | null;
  readonly moves: readonly string[];
}

/** A legal move: the cells that it changes, and where a piece moves, from which cell to which. */
export interface Move {
  readonly text: string;
  readonly cells: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
}

export interface Position {
  readonly place: Place;
  readonly text: string;
  readonly mover: number | null;
  readonly over: boolean;
  readonly utilities: readonly string[] | null;
  readonly ending: string | null;
  readonly winners: readonly number[] | null; // nobody: a draw; null where the rules do not say what is a win
  readonly moves: readonly Move[];
  readonly svg: string;
  readonly described: string;
  readonly contents: Readonly<Record<string, string>>; // what stands in each cell
  readonly last: readonly string[];
  readonly problem: string | null; // why there is no picture
}

export interface Parameter {
  readonly name: string;
  readonly default: string;
  readonly value: string;
}

export interface Game {
  readonly name: string;
  readonly players: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly estimates: boolean;
  readonly values: readonly string[] | null;
  readonly draw: string | null; // what a draw is worth to the first player, where anybody says
  readonly twin: boolean;
  readonly opposed: boolean;
  readonly reasoner: string;
  readonly why: string;
}

/** A rule file as it was opened: shipped games and templates have no file. */
export interface Opened {
  readonly name: string;
  readonly file: string | null;
  readonly text: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface Named {
  readonly name: string;
  readonly title: string;
}

export interface Hello {
  readonly version: string;
  readonly games: readonly Named[];
  readonly templates: readonly Named[];
  readonly folder: string;
  readonly files: readonly string[];
  readonly opened: Opened | null;
}

/** Something that is wrong with the rules, and where. */
export interface Finding {
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly hint?: string;
}

export interface Choice {
  readonly move: string;
  readonly value: unknown;
  readonly bound: string | null;
  readonly depth: number | null;
  readonly line: readonly string[];
  readonly seconds: number;
}
