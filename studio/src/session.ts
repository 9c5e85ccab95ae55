// What the page does: asks the server, and puts what it answers into the state. Views call these, and nothing else changes the state.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Connection, StudioError, type Link, type Progress, type Work } from "./connection";
import { draftName, dropDraft, keepDraft } from "./drafts";
import { sayIn } from "./i18n";
import type { Game, Hello, Opened, Place, Position } from "./protocol";
import { Referee } from "./referee";
import { fragmentOf, readShared, sharedOf, treeOfShared, type Shared } from "./share";
import { NO_MARKS, Store, usePart, type Marks, type State, type ViewName } from "./state";
import { goInTree, newTree, nodeOf, placeOf, playInTree, promoteInTree, removeFromTree, type MoveTree } from "./tree";

/** What `open` takes. */
export type Source = { readonly game: string } | { readonly file: string } | { readonly template: string };

const PAUSE_OF_TYPING = 400;

/** The kind of error by which the server says that a file would be replaced. */
export const FILE_IS_THERE = "FileExistsAlreadyError";

const LEVEL_OF_HINTS = "1s";

export class Session {
  readonly referee: Referee;
  private readonly connection: Connection;
  private typing: ReturnType<typeof setTimeout> | undefined;
  private loads = 0;
  private looks = 0;
  private heading: MoveTree | null = null; // where it goes, until the position is known: keys may be faster than answers

  /** `first` is what the page shows when it opens: a link's, or what was there before it was loaded again. */
  constructor(
    readonly store: Store,
    private readonly host: string,
    private first: Shared | null,
  ) {
    this.referee = new Referee(this);
    const changed = (link: Link): void => {
      const was = store.state.link;
      store.set({ link });
      if (link === "open") void this.greet();
      else if (link === "lost" && was === "open" && store.state.hello) this.tell(sayIn(store.state.language)("link.lost"));
    };
    this.connection = new Connection(`${host}/session`, changed, (message) => this.tell(message));
  }

  /** Where the language server is reached. */
  get languageAddress(): string {
    return `${this.host}/language`;
  }

  get state(): State {
    return this.store.state;
  }

  /** One request; what went wrong is told in the status line, and thrown. */
  async ask<T>(method: string, params: object = {}, progress?: Progress): Promise<T> {
    try {
      return await this.connection.ask<T>(method, params, progress);
    } catch (error) {
      this.tell(wordsOf(error));
      throw error;
    }
  }

  /** A request whose work can be ended. */
  begin<T>(method: string, params: object = {}, progress?: Progress): Work<T> {
    return this.connection.begin<T>(method, params, progress);
  }

  /** Says something in the status line. */
  tell(told: string): void {
    this.store.set({ told });
  }

  show(view: ViewName): void {
    this.store.set({ view, marks: NO_MARKS });
  }

  mark(marks: Marks): void {
    this.store.set({ marks });
  }

  /** Opens a shipped game, a file of the folder or a template, from its first position. */
  async open(source: Source, parameters: Readonly<Record<string, string>> = {}): Promise<void> {
    const opened = await this.ask<Opened>("open", source);
    this.store.set({ step: null });
    const shared = opened.file?.endsWith(".pl") === false ? readShared(opened.text) : null;
    if (shared) return this.openShared({ ...shared, view: this.state.view });
    await this.take(opened, parameters, newTree());
  }

  /** An empty page. */
  async startNew(): Promise<void> {
    await this.take({ name: "new", file: null, text: "" }, {}, newTree());
  }

  /** What someone has shared or saved. */
  async openShared(shared: Shared): Promise<void> {
    this.store.set({ view: shared.view, trace: shared.trace ?? null, step: shared.step ?? null });
    await this.take(shared, shared.parameters, treeOfShared(shared));
  }

  private async take(opened: Opened | Shared, parameters: Readonly<Record<string, string>>, tree: MoveTree): Promise<void> {
    const { name, file, text } = opened;
    const saved = "saved" in opened && opened.saved !== undefined ? opened.saved : text;
    const start = "from" in opened && opened.from !== undefined ? opened.from : null;
    keepDraft(this.state);
    this.store.set({
      rules: { name, file, text, saved, start },
      opening: this.state.opening + 1,
      parameters: { ...opened.parameters, ...parameters },
      tree,
      game: null,
      position: null,
      problem: null,
      match: null,
      marks: NO_MARKS,
    });
    await this.load();
  }

  /** The text as it is typed: the board follows after a pause, as soon as the rules check. */
  write(text: string): void {
    this.store.set({ rules: { ...this.state.rules, text } });
    if (text === this.state.rules.saved) dropDraft(draftName(this.state.rules));
    clearTimeout(this.typing);
    this.typing = setTimeout(() => void this.load(), PAUSE_OF_TYPING);
  }

  async setParameter(name: string, value: string): Promise<void> {
    const parameters: Record<string, string> = { ...this.state.parameters };
    if (value === "") delete parameters[name];
    else parameters[name] = value;
    this.store.set({ parameters, tree: newTree(), match: null });
    await this.load();
  }

  /** Says where rules start that do not say it themselves, as those of textbooks do not. */
  async setStart(start: string): Promise<void> {
    this.store.set({ rules: { ...this.state.rules, start: start === "" ? null : start }, tree: newTree(), match: null });
    await this.load();
  }

  /** Asks the server to take the rules as they are now; true where they are a game. What was played stays as far as it is still legal. */
  async load(): Promise<boolean> {
    const mine = ++this.loads;
    const { rules, parameters } = this.state;
    if (rules.text.trim() === "") {
      this.store.set({ game: null, position: null, problem: null, loading: false });
      return false;
    }
    this.store.set({ loading: true });
    try {
      const given = { name: rules.name, file: rules.file, text: rules.text, parameters, start: rules.start };
      const loaded = await this.connection.ask<{ game: Game; position: Position }>("load", given);
      if (mine !== this.loads) return false;
      this.store.set({ game: loaded.game, problem: null, loading: false, position: null });
      await this.look(loaded.position);
      return true;
    } catch (error) {
      if (mine === this.loads) this.store.set({ loading: false, problem: asStudioError(error) });
      return false;
    }
  }

  /** Shows the current node; where its moves are no longer legal, the first position. */
  private async look(first: Position): Promise<void> {
    const place = placeOf(this.state.tree);
    if (place.start === null && place.moves.length === 0) return this.store.set({ position: first });
    try {
      this.store.set({ position: await this.connection.ask<Position>("position", { place }) });
    } catch (error) {
      if (asStudioError(error).kind === "Disconnected") return;
      this.store.set({ tree: newTree(), position: first, match: null });
    }
  }

  /** A position, without going there. */
  position(place: Place): Promise<Position> {
    return this.ask<Position>("position", { place });
  }

  /** Plays a move at the current node; false where the position is another meanwhile, or the move is refused. */
  async play(move: string): Promise<boolean> {
    return this.enter(playInTree(this.state.tree, move), true);
  }

  /** Shows what the engine would play. */
  async hint(): Promise<void> {
    const { position } = this.state;
    const say = sayIn(this.state.language);
    this.tell(say("play.thinking"));
    const choice = await this.referee.hint(LEVEL_OF_HINTS);
    if (!choice || this.state.position !== position || !position) return;
    const move = position.moves.find((each) => each.text === choice.move);
    const cells = move ? [move.from, move.to, ...move.cells].filter((cell): cell is string => cell !== null) : [];
    this.mark({ cells: Object.fromEntries(cells.map((cell) => [cell, "hint"])), arrows: [] });
    this.tell(say("play.hinted", { move: choice.move }));
  }

  /** Goes to a node of the tree. */
  async go(id: number): Promise<boolean> {
    return this.enter(goInTree(this.state.tree, id));
  }

  /** One move back, or on along the main line; false where there is none. */
  async step(by: 1 | -1): Promise<boolean> {
    const tree = this.heading ?? this.state.tree;
    const next = by < 0 ? nodeOf(tree).parent : nodeOf(tree).children[0];
    return next === null || next === undefined ? false : this.enter(goInTree(tree, next));
  }

  promote(id: number): void {
    this.store.set({ tree: promoteInTree(this.state.tree, id) });
  }

  async remove(id: number): Promise<void> {
    await this.enter(removeFromTree(this.state.tree, id));
  }

  /** Another tree in place of this one, such as that of a position that was pasted. */
  async replant(tree: MoveTree): Promise<boolean> {
    this.store.set({ match: null });
    return this.enter(tree);
  }

  private async enter(tree: MoveTree, live = nodeOf(tree).children.length === 0): Promise<boolean> {
    const mine = ++this.looks;
    const loads = this.loads;
    this.heading = tree;
    this.store.set({ entering: true });
    try {
      const position = await this.ask<Position>("position", { place: placeOf(tree) });
      if (mine !== this.looks || loads !== this.loads) return false;
      this.store.set({ tree, position, live, entering: false, marks: NO_MARKS, step: null });
      return true;
    } catch {
      return false;
    } finally {
      if (mine === this.looks) {
        this.heading = null;
        if (this.state.entering) this.store.set({ entering: false });
      }
    }
  }

  /** Writes the rules to the folder; false where the file is there already and `replace` is not said. */
  async save(file: string, replace: boolean): Promise<boolean> {
    const { text } = this.state.rules;
    try {
      const answer = await this.connection.ask<{ file: string }>("save", { file, text, replace });
      dropDraft(draftName(this.state.rules));
      const name = answer.file.replace(/^.*\//, "").replace(/\.pl$/, "");
      this.store.set({ rules: { ...this.state.rules, name, file: answer.file, saved: text } });
      await this.greetAgain();
      return true;
    } catch (error) {
      if (asStudioError(error).kind === FILE_IS_THERE) return false;
      this.tell(wordsOf(error));
      throw error;
    }
  }

  /** The link that shows the same to whoever opens it in a studio of their own. */
  async link(): Promise<string> {
    return `${location.origin}/#${await fragmentOf(sharedOf(this.state))}`;
  }

  private async greetAgain(): Promise<void> {
    this.store.set({ hello: await this.connection.ask<Hello>("hello") });
  }

  /** The first words on every connection: a server that is new to this page is told what the page holds. */
  private async greet(): Promise<void> {
    try {
      const known = this.state.hello !== null;
      const hello = await this.connection.ask<Hello>("hello");
      this.store.set({ hello, told: known ? sayIn(this.state.language)("link.back") : "" });
      if (known) await this.load();
      else if (this.first) await this.openShared(this.first);
      else if (hello.opened) await this.take(hello.opened, hello.opened.parameters ?? {}, newTree());
      else if (hello.games[0]) await this.open({ game: (hello.games.find((game) => game.name === "tictactoe") ?? hello.games[0]).name });
      this.first = null;
    } catch (error) {
      this.tell(wordsOf(error));
    }
  }
}

export function asStudioError(error: unknown): StudioError {
  return error instanceof StudioError ? error : new StudioError("Page", String(error));
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export const SessionContext = createContext<Session | null>(null);

/** The session, for a view. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("a view stands outside the studio");
  return session;
}

export function useReferee(): Referee {
  return useSession().referee;
}

/** A part of the state, for a view. */
export function useStudio<T>(part: (state: State) => T): T {
  return usePart(useSession().store, part);
}
