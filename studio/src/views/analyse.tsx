// Analyse: what every move is worth, who is winning, where the game was lost, and the lines that were not played.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAnalysis, type AnalysedMove, type Analysis, type Watched } from "../analysis/analysis";
import { GameChart, remarksOf, type LineChart } from "../analysis/gamechart";
import { MovesTable } from "../analysis/moves";
import { PositionText } from "../analysis/positions";
import { SetUp } from "../analysis/setup";
import { Variations } from "../analysis/variations";
import { useWords } from "../i18n";
import { useShortcuts, type Shortcut } from "../keys";
import type { Game, Position } from "../protocol";
import { useSession, useStudio, type Session } from "../session";
import { NO_MARKS, type Arrow, type Marks, type Standing } from "../state";
import { lineThrough, playInTree } from "../tree";
import { ShareDialog } from "./sharing";
import { numberOf, scaleOf, valueText, verdictOf, type Scale } from "../values";

const BUDGETS = [1, 3, 10, 60, 600];
const FEW_LINES = 3;
const MORE_LINES = 3;

export function AnalyseView(): JSX.Element {
  const say = useWords();
  const game = useStudio((state) => state.game);
  const position = useStudio((state) => state.position);
  return (
    <div class="analyse">
      <h2 class="hidden">{say("analyse.title")}</h2>
      {game && position ? <Desk game={game} position={position} /> : <p class="empty">{say("board.empty")}</p>}
    </div>
  );
}

function Desk({ game, position }: { readonly game: Game; readonly position: Position }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const tree = useStudio((state) => state.tree);
  const [isOn, turn] = useState(true);
  const [seconds, spend] = useState(3);
  const [lines, show] = useState(FEW_LINES);
  const [isCharting, chartIsRunning] = useState(false);
  const [chart, draw] = useState<LineChart | null>(null);
  const [isSharing, share] = useState(false);
  const [pointed, point] = useState<string | null>(null);
  useAnalysisKeys(() => turn((before) => !before));
  const watched = useAnalysis(isOn && !isCharting && !position.over ? position.place : null, seconds, lines);
  const scale = scaleOf(game, watched.analysis?.moves.map((move) => numberOf(move.value)));
  const best = useMemo(() => watched.analysis?.moves.filter((move) => move.value !== null) ?? [], [watched.analysis]);
  useEffect(() => draw(null), [game]);
  useEffect(() => point(null), [position]);
  useEffect(() => session.mark(marksOf(position, best, pointed, scale)), [position, best, pointed]);
  useEffect(() => session.store.set({ standing: game.opposed ? standingOf(position, best[0], scale) : null }), [position, best]);
  useEffect(
    () => () => {
      session.store.set({ standing: null });
      session.mark(NO_MARKS);
    },
    [session],
  );
  const play = (moves: readonly string[]): void => void session.replant(moves.reduce((grown, move) => playInTree(grown, move), tree));
  const remarks = useMemo(
    () => remarksOf(chart, lineThrough(tree), tree.start, say("analyse.chart.blunder")),
    [chart, tree, say],
  );
  return (
    <>
      <section class="engine" aria-label={say("analyse.engine")}>
        <div class="tools">
          <label class="switch">
            <input type="checkbox" role="switch" checked={isOn} onChange={(event) => turn(event.currentTarget.checked)} />
            {say("analyse.engine")}
          </label>
          <EngineState watched={watched} />
          <label class="inline">
            {say("analyse.budget")}
            <select value={String(seconds)} onChange={(event) => spend(Number(event.currentTarget.value))}>
              {BUDGETS.map((each) => (
                <option value={String(each)}>{say("analyse.seconds", { seconds: each })}</option>
              ))}
            </select>
          </label>
        </div>
        {watched.trouble && <p class="trouble">{watched.trouble}</p>}
        {position.over ? (
          <p class="faint">{say("analyse.over")}</p>
        ) : (
          <>
            <div class="moves-scroll">
              <MovesTable {...{ game, position, watched, scale, lines, play, point }} />
            </div>
            {lines < position.moves.length && (
              <button type="button" class="more" onClick={() => show(lines + MORE_LINES)}>
                {say("analyse.more")}
              </button>
            )}
          </>
        )}
      </section>
      <Variations remarks={remarks} />
      <GameChart game={game} chart={chart} draw={draw} run={chartIsRunning} />
      <PositionText />
      <SetUp game={game} position={position} />
      <div class="tools">
        <button type="button" onClick={() => share(true)}>
          {say("play.share")}
        </button>
      </div>
      {isSharing && <ShareDialog onClose={() => share(false)} />}
    </>
  );
}

/** The keys of this view besides those of the shell. */
function useAnalysisKeys(turn: () => void): void {
  const keys = useMemo<readonly Shortcut[]>(() => {
    const end = (session: Session): number => lineThrough(session.state.tree).at(-1)?.id ?? 0;
    return [
      { keys: "Home", means: "analyse.first", views: ["analyse"], run: (session) => void session.go(0) },
      { keys: "End", means: "analyse.last", views: ["analyse"], run: (session) => void session.go(end(session)) },
      { keys: "e", means: "analyse.engine", views: ["analyse"], run: turn },
    ];
  }, []);
  useShortcuts(keys);
}

function EngineState({ watched: { analysis, running } }: { readonly watched: Watched }): JSX.Element {
  const say = useWords();
  return (
    <span class={running ? "engine-state running" : "engine-state"}>
      {analysis ? engineText(analysis) : running ? say("analyse.thinking") : ""}
      <span class="hidden" role="status">
        {analysis?.done ? doneText(analysis) : ""}
      </span>
    </span>
  );

  function doneText({ moves, solved }: Analysis): string {
    const told = say(solved ? "analyse.done.solved" : "analyse.done");
    const best = moves[0];
    return best ? `${told} ${say("analyse.done.best", { move: best.move, value: valueText(best.value, true) })}` : told;
  }

  function engineText({ depth, nodes, nodesPerSecond, solved }: Analysis): string {
    const reached = solved ? say("analyse.solved") : depth === null ? "" : say("analyse.depth", { depth });
    const speed = nodesPerSecond > 0 ? say("analyse.speed", { nodes: short(nodes), speed: short(nodesPerSecond) }) : "";
    return [reached, speed].filter((part) => part !== "").join(" · ");
  }
}

/** A number of nodes in few characters. */
function short(count: number): string {
  const [size, unit] = count >= 1e9 ? [count / 1e9, " G"] : count >= 1e6 ? [count / 1e6, " M"] : count >= 1e3 ? [count / 1e3, " k"] : [count, ""];
  return `${size < 10 && unit !== "" ? size.toFixed(1) : Math.round(size)}${unit}`;
}

/** What the bar beside the board shows: the best value, or that of the end. */
function standingOf(position: Position, best: AnalysedMove | undefined, scale: Scale): Standing {
  const value = position.over ? (position.utilities?.[0] ?? null) : (best?.value ?? null);
  return { value, solved: position.over || (best?.solved ?? false), scale };
}

/** Arrows and cells for the moves: the one that is pointed at, else the best, and where all is solved what every move is worth. */
function marksOf(position: Position, best: readonly AnalysedMove[], pointed: string | null, scale: Scale): Marks {
  const cells: Record<string, string> = {};
  const arrows: Arrow[] = [];
  const top = best[0];
  const put = (text: string, manner: string): void => {
    const move = position.moves.find((each) => each.text === text);
    if (!move) return;
    if (move.from !== null && move.to !== null && move.from !== move.to) arrows.push({ from: move.from, to: move.to, manner });
    else for (const cell of move.to === null ? move.cells : [move.to]) cells[cell] ??= manner;
  };
  if (pointed !== null) put(pointed, "pointed");
  const isPlaced = position.moves.every((move) => move.from === null && move.cells.length === 1);
  if (top && pointed === null) put(top.move, "best");
  if (isPlaced) {
    for (const each of best) {
      const verdict = each.solved ? verdictOf(numberOf(each.value), position.mover ?? 0, scale) : null;
      if (verdict) put(each.move, verdict);
    }
  } else if (top && pointed === null) {
    for (const each of best.slice(1, FEW_LINES)) if (numberOf(each.value) === numberOf(top.value)) put(each.move, "good");
  }
  return { cells, arrows };
}
