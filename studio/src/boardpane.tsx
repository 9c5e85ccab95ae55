// The board beside a view: whose turn it is, clicks that become moves, all moves as a list, and the board in words.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { WinningBar } from "./analysis/bar";
import { Board, columnOf } from "./board";
import { Dialog } from "./dialog";
import { useWords } from "./i18n";
import { pick, type Pick } from "./pick";
import type { Move, Position } from "./protocol";
import { useSession, useStudio } from "./session";
import { cellInWords, turnOf } from "./words";

export function BoardPane(): JSX.Element {
  const say = useWords();
  const position = useStudio((state) => state.position);
  const stale = useStudio((state) => state.problem !== null || state.loading);
  const busy = useStudio((state) => state.entering);
  return (
    <section class={stale ? "board-pane stale" : "board-pane"} aria-label={say("board.label")} aria-busy={busy}>
      {position ? <Played position={position} /> : <p class="empty">{say("board.empty")}</p>}
    </section>
  );
}

function Played({ position }: { readonly position: Position }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const game = useStudio((state) => state.game);
  const match = useStudio((state) => state.match);
  const marks = useStudio((state) => state.marks);
  const placing = useStudio((state) => state.placing);
  const [clicked, click] = useState<readonly string[]>([]);
  const [several, offer] = useState<readonly Move[] | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    click([]);
    offer(null);
  }, [position]);

  const side = position.mover === null ? undefined : match?.sides[position.mover];
  const open = !position.over && match?.conceded == null && side?.kind !== "engine";
  const play = (move: Move): void => {
    click([]);
    offer(null);
    void session.play(move.text);
  };
  const onCell = (cell: string): void => {
    if (session.state.entering) return; // the board is about to be another
    if (placing) return placing(cell);
    const picture = pane.current?.querySelector("svg");
    const meant = pickAt(position.moves, clicked, cell, picture ? columnOf(picture, cell) : []);
    if (meant.pick.kind === "move") play(meant.pick.move);
    else if (meant.pick.kind === "several") offer(meant.pick.moves);
    click(meant.pick.kind === "more" ? meant.clicked : []);
  };
  const chosen = pick(position.moves, clicked);
  const cells: Record<string, string> = { ...marks.cells };
  if (chosen.kind === "more" && clicked.length > 0) for (const cell of chosen.next) cells[cell] = "next";
  for (const cell of clicked) cells[cell] = "picked";

  return (
    <div ref={pane} class="played">
      <p class="turn">{turnOf(say, game, position, match)}</p>
      {position.svg.includes("data-cell") && <FlipButton />}
      <div class="board-and-bar">
        <WinningBar />
        <Board
          svg={position.svg}
          label={say("board.label")}
          describedBy="described"
          nameCell={(cell) => cellInWords(say, cell, position)}
          cells={cells}
          arrows={marks.arrows}
          onCell={open || placing ? onCell : undefined}
        />
      </div>
      {position.problem !== null && <p class="problem">{position.problem}</p>}
      {position.svg === "" && <pre>{position.described}</pre>}
      <details class="described">
        <summary>{say("board.describe")}</summary>
        <p id="described">{position.described}</p>
      </details>
      {several && (
        <Dialog title={say("board.several")} onClose={() => offer(null)}>
          <MoveButtons moves={several} play={play} />
        </Dialog>
      )}
    </div>
  );
}

function FlipButton(): JSX.Element {
  const say = useWords();
  const { store } = useSession();
  const flip = (): void => store.set({ flipped: !store.state.flipped });
  return (
    <button type="button" class="quiet round flip" aria-label={say("board.flip")} title={say("board.flip")} onClick={flip}>
      <span aria-hidden="true">⇅</span>
    </button>
  );
}

export function MoveButtons({ moves, play }: { readonly moves: readonly Move[]; readonly play: (move: Move) => void }): JSX.Element {
  return (
    <ul class="moves">
      {moves.map((move, at) => (
        <li key={at}>
          <button type="button" onClick={() => play(move)}>
            {move.text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What one more click means: with those before, alone, or as a click on a column that a piece drops into. */
function pickAt(
  moves: readonly Move[],
  clicked: readonly string[],
  cell: string,
  column: readonly string[],
): { readonly pick: Pick; readonly clicked: readonly string[] } {
  if (clicked.includes(cell)) return { pick: { kind: "nothing" }, clicked: [] };
  const together = pick(moves, [...clicked, cell]);
  if (together.kind !== "nothing") return { pick: together, clicked: [...clicked, cell] };
  const alone = pick(moves, [cell]);
  if (alone.kind !== "nothing") return { pick: alone, clicked: [cell] };
  const dropping = moves.every((move) => move.from === null && move.cells.length === 1);
  const below = dropping ? moves.filter((move) => move.cells.some((each) => column.includes(each))) : [];
  return { pick: below.length === 1 && below[0] ? { kind: "move", move: below[0] } : { kind: "nothing" }, clicked: [] };
}
