// Play: who plays, the clocks, what was played and can be, and taking back, hints, resigning, sharing.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { MoveButtons } from "../boardpane";
import { useWords } from "../i18n";
import { useShortcuts, type Shortcut } from "../keys";
import { leftOf, type Match } from "../match";
import { useReferee, useSession, useStudio } from "../session";
import { lineThrough, nodeOf } from "../tree";
import { playerOf } from "../words";
import { LoadDialog, ShareDialog } from "./sharing";
import { NewMatch } from "./newmatch";
import "./play.css";

const SHORTCUTS: readonly Shortcut[] = [
  { keys: "u", means: "play.undo", views: ["play"], run: (session) => void session.referee.turnBack(-1) },
  { keys: "r", means: "play.redo", views: ["play"], run: (session) => void session.referee.turnBack(1) },
  { keys: "h", means: "play.hint", views: ["play"], run: (session) => void session.hint() },
];

export function PlayView(): JSX.Element {
  const say = useWords();
  const match = useStudio((state) => state.match);
  useShortcuts(SHORTCUTS);
  return (
    <div class="play stack">
      <h2 class="hidden">{say("play.title")}</h2>
      {match ? <Sides match={match} /> : <NewMatch />}
      <Controls />
      <Played />
      <LegalMoves />
    </div>
  );
}

/** Who plays which side, and how long they have left. */
function Sides({ match }: { readonly match: Match }): JSX.Element {
  const say = useWords();
  const referee = useReferee();
  const game = useStudio((state) => state.game);
  const position = useStudio((state) => state.position);
  return (
    <section class="card sides" aria-label={say("play.sides")}>
      {match.sides.map((side, at) => (
        <p key={at} class={position?.mover === at ? "side moving" : "side"}>
          <span class="name">{playerOf(game, at)}</span>
          <span class="faint">
            {side.kind === "person" ? say("play.person") : say("play.engine.at", { level: side.level })}
            {side.kind === "engine" && position?.mover === at && !position.over && !match.conceded ? ` · ${say("play.thinking")}` : ""}
          </span>
          {match.clock && <ClockFace match={match} player={at} />}
        </p>
      ))}
      <div class="row">
        <button
          type="button"
          disabled={match.conceded !== null || position?.over === true || !match.sides.some((side) => side.kind === "person")}
          onClick={() => referee.resign()}
        >
          {say("play.resign")}
        </button>
        <button type="button" onClick={() => referee.end()}>
          {say(match.conceded !== null || position?.over ? "play.new" : "play.end")}
        </button>
      </div>
    </section>
  );
}

function ClockFace({ match, player }: { readonly match: Match; readonly player: number }): JSX.Element | null {
  const say = useWords();
  const game = useStudio((state) => state.game);
  const mover = useStudio((state) => state.position?.mover ?? null);
  const [, draw] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => draw((count) => count + 1), 250);
    return () => clearInterval(ticking);
  }, []);
  if (!match.clock) return null;
  const left = leftOf(match.clock, player, mover, Date.now());
  return (
    <time class={left < 20_000 ? "clock short" : "clock"} aria-label={say("play.clock", { player: playerOf(game, player) })}>
      {clockText(left)}
    </time>
  );
}

/** Milliseconds as a clock shows them: tenths when little is left. */
export function clockText(milliseconds: number): string {
  const seconds = milliseconds < 10_000 ? Math.floor(milliseconds / 100) / 10 : Math.ceil(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - 60 * minutes;
  return `${minutes}:${milliseconds < 10_000 ? rest.toFixed(1).padStart(4, "0") : String(rest).padStart(2, "0")}`;
}

function Controls(): JSX.Element {
  const say = useWords();
  const session = useSession();
  const referee = useReferee();
  const node = useStudio((state) => nodeOf(state.tree));
  const over = useStudio((state) => state.position?.over ?? true);
  const [sharing, share] = useState(false);
  const [loading, load] = useState(false);
  return (
    <div class="row controls">
      <button type="button" disabled={node.parent === null} onClick={() => void referee.turnBack(-1)}>
        <span aria-hidden="true">↶ </span>
        {say("play.undo")}
      </button>
      <button type="button" disabled={node.children.length === 0} onClick={() => void referee.turnBack(1)}>
        <span aria-hidden="true">↷ </span>
        {say("play.redo")}
      </button>
      <button type="button" disabled={over} onClick={() => void session.hint()}>
        {say("play.hint")}
      </button>
      <button type="button" onClick={() => share(true)}>
        {say("play.share")}
      </button>
      <button type="button" onClick={() => load(true)}>
        {say("play.load")}
      </button>
      {sharing && <ShareDialog onClose={() => share(false)} />}
      {loading && <LoadDialog onClose={() => load(false)} />}
    </div>
  );
}

/** The moves of the line that is on the board; the one that led here is marked. */
function Played(): JSX.Element {
  const say = useWords();
  const session = useSession();
  const tree = useStudio((state) => state.tree);
  const line = lineThrough(tree);
  const here = useRef<HTMLButtonElement>(null);
  useEffect(() => here.current?.scrollIntoView({ block: "nearest" }), [tree]);
  return (
    <section aria-label={say("play.moves")}>
      <h3>{say("play.moves")}</h3>
      <ol class="played-moves">
        <li>
          <button type="button" class="quiet" aria-current={tree.current === 0 ? "step" : undefined} onClick={() => void session.go(0)}>
            {say("play.start")}
          </button>
        </li>
        {line.map((node, at) => (
          <li key={node.id}>
            <span class="number">{at + 1}.</span>
            <button
              type="button"
              class="quiet"
              ref={node.id === tree.current ? here : null}
              aria-current={node.id === tree.current ? "step" : undefined}
              onClick={() => void session.go(node.id)}
            >
              {node.move}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

const MOST_LISTED = 400;

/** Everything that can be played, as buttons and to be typed: for keyboards, screen readers, and boards that cannot be clicked. */
function LegalMoves(): JSX.Element | null {
  const say = useWords();
  const session = useSession();
  const position = useStudio((state) => state.position);
  const engine = useStudio((state) => (state.position?.mover == null ? false : state.match?.sides[state.position.mover]?.kind === "engine"));
  const conceded = useStudio((state) => state.match?.conceded != null);
  const [typed, type] = useState("");
  if (!position || position.over || engine || conceded) return null;
  const hidden = position.moves.some((move) => move.cells.length > 0 || move.to !== null);
  const fitting = position.moves.filter((move) => move.text.toLowerCase().includes(typed.trim().toLowerCase()));
  const play = (move: string): void => {
    type("");
    void session.play(move);
  };
  return (
    <details class="legal" open={!hidden}>
      <summary>{say("board.list")}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const exact = position.moves.find((move) => move.text === typed.trim());
          const meant = exact ?? (fitting.length === 1 ? fitting[0] : undefined);
          if (meant) play(meant.text);
          else session.tell(say("play.nomove", { move: typed }));
        }}
      >
        <input
          type="text"
          value={typed}
          aria-label={say("play.type")}
          placeholder={say("play.type")}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => type(event.currentTarget.value)}
        />
      </form>
      <MoveButtons moves={fitting.slice(0, MOST_LISTED)} play={(move) => play(move.text)} />
    </details>
  );
}
