// The engine's opinion of the position on the board: asked for when the position changes, and shown while it grows.

import { useEffect, useState } from "preact/hooks";
import type { Work } from "../connection";
import type { Place } from "../protocol";
import { useSession, wordsOf } from "../session";
import type { Value } from "../values";

/** A legal move and what is known of it: its value for the first player, and the line that shows it. */
export interface AnalysedMove {
  readonly move: string;
  readonly value: Value;
  readonly values: readonly Value[] | null; // one for each player
  readonly bound: "exact" | "at least" | "at most" | "estimate";
  readonly solved: boolean;
  readonly depth: number | null;
  readonly line: readonly string[];
  readonly distance: number | null;
}

/** What is known of a position; the moves come the best first. */
export interface Analysis {
  readonly depth: number | null;
  readonly nodes: number;
  readonly nodesPerSecond: number;
  readonly moves: readonly AnalysedMove[];
  readonly done?: boolean;
  readonly solved?: boolean;
}

export interface Watched {
  readonly analysis: Analysis | null;
  readonly running: boolean;
  readonly trouble: string | null;
}

const NOTHING: Watched = { analysis: null, running: false, trouble: null };

/** Watches the engine think about a place, for so many seconds; null for none. A new place ends the work on the one before. */
export function useAnalysis(place: Place | null, seconds: number, lines: number): Watched {
  const session = useSession();
  const [watched, watch] = useState<Watched>(NOTHING);
  const key = place === null ? null : JSON.stringify(place);
  useEffect(() => {
    if (key === null) {
      watch(NOTHING);
      return;
    }
    let live = true;
    let work: Work<Analysis> | null = null;
    const told = (analysis: Analysis, running: boolean): void => {
      if (live) watch({ analysis, running, trouble: null });
    };
    watch({ analysis: null, running: true, trouble: null });
    const start = setTimeout(() => {
      work = session.begin<Analysis>("analyse", { place: JSON.parse(key) as Place, seconds, lines }, (params) =>
        told(params as unknown as Analysis, true),
      );
      work.answer.then(
        (analysis) => told(analysis, false),
        (error: unknown) => live && watch({ analysis: null, running: false, trouble: wordsOf(error) }),
      );
    }, PAUSE);
    return () => {
      live = false;
      clearTimeout(start);
      work?.cancel();
    };
  }, [key, seconds, lines, session]);
  return watched;
}

/** Whoever runs through a game with the arrow keys does not start a search at every position on the way. */
const PAUSE = 120;
