// A panel with something to start: what it is about, its fields, and what came of it.

import type { ComponentChildren, JSX } from "preact";
import { useWords } from "../i18n";

interface Given {
  readonly title: string;
  readonly about: string;
  readonly run: string; // what the button says
  readonly running: boolean;
  readonly trouble: string | null;
  readonly disabled?: boolean;
  readonly fields: ComponentChildren;
  readonly children: ComponentChildren;
  start(): void;
  stop(): void;
}

export function Panel({ title, about, run, running, trouble, disabled = false, fields, children, start, stop }: Given): JSX.Element {
  const say = useWords();
  const begin = (event: Event): void => {
    event.preventDefault();
    if (!running) start();
  };
  return (
    <section class="panel" aria-label={title}>
      <h3>{title}</h3>
      <p class="faint">{about}</p>
      <form class="tools" onSubmit={begin}>
        {fields}
        {running ? (
          <button type="button" onClick={stop}>
            {say("compare.cancel")}
          </button>
        ) : (
          <button type="submit" class="primary" disabled={disabled}>
            {run}
          </button>
        )}
      </form>
      <div role="alert">{trouble && <p class="trouble">{trouble}</p>}</div>
      {children}
    </section>
  );
}

interface ChoiceGiven<T> {
  readonly label: string;
  readonly value: T;
  readonly of: readonly T[];
  choose(value: T): void;
}

/** A field with a few numbers to choose from. */
export function NumberChoice({ label, value, of, choose }: ChoiceGiven<number>): JSX.Element {
  return (
    <label class="inline">
      {label}
      <select value={String(value)} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {of.map((each) => (
          <option key={each} value={String(each)}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
