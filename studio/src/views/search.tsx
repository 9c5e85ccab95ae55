// See the search: the tree of a real search grows step by step, next to the lines of the algorithm that are running.

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Work } from "../connection";
import { Board } from "../board";
import { useWords } from "../i18n";
import { useShortcuts, type Shortcut } from "../keys";
import type { Game, Position } from "../protocol";
import { useSession, useStudio, wordsOf } from "../session";
import { StepControls } from "../trace/controls";
import { Legend } from "../trace/legend";
import { Replay, type Trace } from "../trace/replay";
import { algorithmsFor, firstSettings, requestOf, type TraceSettings } from "../trace/request";
import { SettingsForm } from "../trace/settings";
import { TreeWindow } from "../trace/window";
import { ShareDialog } from "./sharing";

export function SearchView(): JSX.Element {
  const say = useWords();
  const game = useStudio((state) => state.game);
  const position = useStudio((state) => state.position);
  return (
    <div class="search">
      <h2 class="hidden">{say("search.title")}</h2>
      {game && position ? <Theatre game={game} position={position} /> : <p class="empty">{say("board.empty")}</p>}
    </div>
  );
}

function Theatre({ game, position }: { readonly game: Game; readonly position: Position }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const kept = useStudio((state) => state.trace);
  const settings = kept && algorithmsFor(game).includes(kept.algorithm) ? kept : firstSettings(game);
  const { trace, running, trouble } = useTrace(position, settings);
  return (
    <>
      <SettingsForm game={game} settings={settings} change={(changed) => session.store.set({ trace: changed, step: null })} />
      {running && <p class="faint">{say("search.running")}</p>}
      {trouble && <p class="trouble">{trouble}</p>}
      {trace && <Stage key={trace.title + trace.svg.length} trace={trace} position={position} />}
    </>
  );
}

interface Traced {
  readonly trace: Trace | null;
  readonly running: boolean;
  readonly trouble: string | null;
}

function useTrace(position: Position, settings: TraceSettings): Traced {
  const session = useSession();
  const [traced, take] = useState<Traced>({ trace: null, running: true, trouble: null });
  const key = JSON.stringify([position.place, requestOf(settings)]);
  useEffect(() => {
    let live = true;
    take((before) => ({ ...before, running: true, trouble: null }));
    const work: Work<Trace> = session.begin<Trace>("trace", { place: position.place, ...requestOf(settings) });
    work.answer.then(
      (trace) => live && take({ trace, running: false, trouble: null }),
      (error: unknown) => live && take({ trace: null, running: false, trouble: wordsOf(error) }),
    );
    return () => {
      live = false;
      work.cancel();
    };
  }, [key, session]);
  return traced;
}

function Stage({ trace, position }: { readonly trace: Trace; readonly position: Position }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const linked = useStudio((state) => state.step);
  const replay = useMemo(() => new Replay(trace), [trace]);
  const [isPlaying, play] = useState(false);
  const [speed, hasten] = useState(1);
  const [isSharing, share] = useState(false);
  const step = Math.max(0, Math.min(replay.last, linked ?? 0));
  const go = (to: number): void => session.store.set({ step: Math.max(0, Math.min(replay.last, to)) });
  const cut = (by: 1 | -1): void => {
    const to = replay.nextCut(step, by);
    if (to === null) session.tell(say("search.nocut"));
    else go(to);
  };
  useStepKeys({ step, last: replay.last, go, toggle: () => play(!isPlaying), cut });
  const now = trace.steps[step];
  const manner = (line: number): string | undefined =>
    line === now?.lines.at(-1) ? "running" : now?.lines.includes(line) ? "ran" : undefined;
  return (
    <div class="theatre">
      <TreeWindow replay={replay} step={step} go={go} />
      <div class="telling">
        <p class="narration" id="narration" aria-live={isPlaying && speed > 2 ? "off" : "polite"}>
          {now?.words}
        </p>
        <StepControls share={() => share(true)} {...{ step, last: replay.last, isPlaying, speed, go, play, hasten, cut }} />
      </div>
      <aside class="algorithm" aria-label={say("search.code")}>
        <h3>{trace.title}</h3>
        <p class="faint">{step === replay.last ? trace.subtitle : ""}</p>
        <ol class="code">
          {trace.code.map((line, at) => (
            <li key={at} class={manner(at)} aria-current={at === now?.lines.at(-1) ? "step" : undefined}>
              <code>{line}</code>
            </li>
          ))}
        </ol>
        <div class="beginning">
          <Board svg={position.svg} label={say("search.place", { position: position.described })} />
          <Legend legend={trace.legend} picture={trace.svg} />
        </div>
      </aside>
      {isSharing && <ShareDialog onClose={() => share(false)} />}
    </div>
  );
}

interface Stepping {
  readonly step: number;
  readonly last: number;
  go(step: number): void;
  toggle(): void;
  cut(by: 1 | -1): void;
}

/** The keys of this view: they act on the step as it is when they are pressed. */
function useStepKeys(stepping: Stepping): void {
  const now = useRef(stepping);
  now.current = stepping;
  const keys = useMemo<readonly Shortcut[]>(
    () => [
      { keys: "ArrowLeft", means: "search.back", views: ["search"], run: () => now.current.go(now.current.step - 1) },
      { keys: "ArrowRight", means: "search.forward", views: ["search"], run: () => now.current.go(now.current.step + 1) },
      { keys: "Home", means: "search.first", views: ["search"], run: () => now.current.go(0) },
      { keys: "End", means: "search.last", views: ["search"], run: () => now.current.go(now.current.last) },
      { keys: "p", means: "search.play", views: ["search"], run: () => now.current.toggle() },
      { keys: "c", means: "search.cut", views: ["search"], run: () => now.current.cut(1) },
    ],
    [],
  );
  useShortcuts(keys);
}
