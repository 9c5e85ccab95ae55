// Texts that were left without being saved: the browser keeps the last few, so that a closed tab or another game loses nothing.

import { keptOf, readKept, type Shared } from "./share";
import type { Rules, State } from "./state";

const KEPT = "pyengine.drafts";
const MOST = 8;

/** What a text is known by. */
export function draftName(rules: Pick<Rules, "name" | "file">): string {
  return rules.file ?? rules.name;
}

/** The texts that are kept, the last one first. */
export function drafts(): readonly Shared[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return (Array.isArray(read) ? read : []).map((each) => readKept(JSON.stringify(each))).filter((each) => each !== null);
  } catch {
    return [];
  }
}

function others(name: string): readonly Shared[] {
  return drafts().filter((each) => draftName(each) !== name);
}

function write(kept: readonly Shared[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept.slice(0, MOST)));
  } catch {
    // there is no room: what is on the page is still there
  }
}

/** Keeps the text of a page, where it is not saved. */
export function keepDraft(state: State): void {
  const { rules } = state;
  if (rules.text !== rules.saved && rules.text.trim() !== "") write([keptOf(state), ...others(draftName(rules))]);
}

export function dropDraft(name: string): void {
  write(others(name));
}
