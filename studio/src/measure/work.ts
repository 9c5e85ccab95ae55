// Work that takes long, for a panel: how far it is, what came of it, and a way to end it.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Work } from "../connection";
import { useSession, useStudio, wordsOf } from "../session";

export interface Watched<T> {
  readonly told: T | null; // the last that was told, in the end the answer
  readonly running: boolean;
  readonly trouble: string | null;
  start(params: object): void;
  stop(): void;
}

/** Asks for something on demand; another game begins with nothing. */
export function useWork<T>(method: string): Watched<T> {
  const session = useSession();
  const game = useStudio((state) => state.game);
  const [told, tell] = useState<T | null>(null);
  const [running, run] = useState(false);
  const [trouble, complain] = useState<string | null>(null);
  const work = useRef<Work<T> | null>(null);
  useEffect(() => {
    tell(null);
    complain(null);
    run(false);
    return () => {
      work.current?.cancel();
      work.current = null;
    };
  }, [game]);
  const start = (params: object): void => {
    work.current?.cancel();
    tell(null);
    complain(null);
    run(true);
    const begun = session.begin<T>(method, params, (progress) => work.current === begun && tell(progress as unknown as T));
    work.current = begun;
    const end = (act: () => void): void => {
      if (work.current !== begun) return;
      work.current = null;
      run(false);
      act();
    };
    begun.answer.then(
      (answer) => end(() => tell(answer)),
      (error: unknown) => end(() => complain(wordsOf(error))),
    );
  };
  return { told, running, trouble, start, stop: () => work.current?.cancel() };
}
