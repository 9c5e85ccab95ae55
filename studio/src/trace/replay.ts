// A recorded search at any of its moments: every step lists what it changes, so a moment is what the steps up to it leave.

export interface Change {
  readonly node: number;
  readonly stage: "open" | "done" | "skipped";
  readonly value: string;
  readonly window: string;
}

export interface Step {
  readonly words: string;
  readonly node: number;
  readonly changes: readonly Change[];
  readonly lines: readonly number[]; // of the algorithm that it runs, in this order
}

export interface Trace {
  readonly svg: string;
  readonly title: string;
  readonly subtitle: string;
  readonly parents: readonly (number | null)[];
  readonly best: readonly number[];
  readonly steps: readonly Step[];
  readonly code: readonly string[];
  readonly legend: readonly string[];
}

export class Replay {
  /** For every node the steps at which it changes, and to what. */
  private readonly history: readonly (readonly { readonly step: number; readonly change: Change }[])[];
  private readonly cuts: ReadonlyMap<number, number>;

  constructor(readonly trace: Trace) {
    const history: { step: number; change: Change }[][] = trace.parents.map(() => []);
    const cuts = new Map<number, number>();
    trace.steps.forEach(({ changes }, step) => {
      for (const change of changes) {
        history[change.node]?.push({ step, change });
        const parent = trace.parents[change.node] ?? null;
        if (change.stage === "skipped" && parent !== null && !cuts.has(parent)) cuts.set(parent, step);
      }
    });
    this.history = history;
    this.cuts = cuts;
  }

  get last(): number {
    return this.trace.steps.length - 1;
  }

  /** What a node shows after a step, null before the search comes to it. */
  at(node: number, step: number): Change | null {
    const entries = this.history[node] ?? [];
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.step ?? Infinity) <= step) low = middle + 1;
      else high = middle;
    }
    return entries[low - 1]?.change ?? null;
  }

  /** The step at which the search comes to a node; null where it never does. */
  firstStep(node: number): number | null {
    return this.history[node]?.[0]?.step ?? null;
  }

  /** Whether moves of a node are left out by then. */
  isCut(node: number, step: number): boolean {
    return (this.cuts.get(node) ?? Infinity) <= step;
  }

  /** The next step, or with -1 the one before, at which moves are left out; null where there is none. */
  nextCut(from: number, by: 1 | -1): number | null {
    for (let step = from + by; step >= 0 && step <= this.last; step += by) {
      if (this.trace.steps[step]?.changes.some((change) => change.stage === "skipped")) return step;
    }
    return null;
  }
}
