// A game as text, in a link or a file: rules, parameters, moves. The fragment of a link never leaves the browser.

import { VIEW_NAMES, type State, type ViewName } from "./state";
import { isTraceSettings, type TraceSettings } from "./trace/request";
import { placeOf, treeOf, variationsOf, type MoveTree, type Variations } from "./tree";

const MOST_MOVES = 5000; // as many as the server takes of a line

/** What is shared: everything that is needed to see the same. */
export interface Shared {
  readonly studio: 1;
  readonly name: string;
  readonly file: string | null;
  readonly text: string;
  readonly saved?: string; // what of it is on disk, where that is not all: kept by a page for itself alone
  readonly from?: string; // where the rules start, if they do not say it themselves
  readonly parameters: Readonly<Record<string, string>>;
  readonly start: string | null;
  readonly moves: readonly string[];
  readonly variations: readonly Variations[];
  readonly view: ViewName;
  readonly trace?: TraceSettings;
  readonly step?: number;
}

export function sharedOf(state: State): Shared {
  const place = placeOf(state.tree);
  return {
    studio: 1,
    name: state.rules.name,
    file: state.rules.file,
    text: state.rules.text,
    ...(state.rules.start === null ? {} : { from: state.rules.start }),
    parameters: state.parameters,
    start: place.start,
    moves: place.moves,
    variations: variationsOf(state.tree),
    view: state.view,
    ...(state.trace === null ? {} : { trace: state.trace }),
    ...(state.step === null ? {} : { step: state.step }),
  };
}

/** The same with what a page keeps for itself, while it is loaded again. */
export function keptOf(state: State): Shared {
  const { text, saved } = state.rules;
  return { ...sharedOf(state), ...(saved === text ? {} : { saved }) };
}

export function treeOfShared(shared: Shared): MoveTree {
  return treeOf(shared.start, shared.variations, shared.moves);
}

/** What a link or file holds, if it is what `sharedOf` makes; null for anything else. */
export function readShared(text: string): Shared | null {
  const read = readKept(text);
  if (read === null) return null;
  const { saved: _, ...shared } = read; // nobody else knows what is on this disk
  return shared;
}

/** What a page has kept for itself, if it is what `keptOf` makes; null for anything else. */
export function readKept(text: string): Shared | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(read) || read["studio"] !== 1 || typeof read["text"] !== "string" || typeof read["name"] !== "string") return null;
  const { file, saved, from, parameters, start, moves, variations, view, trace, step } = read;
  if (!isTexts(moves) || moves.length > MOST_MOVES || !areVariations(variations)) return null;
  if (!isRecord(parameters) || !isTexts(Object.values(parameters))) return null;
  return {
    studio: 1,
    name: read["name"],
    file: typeof file === "string" ? file : null,
    text: read["text"],
    ...(typeof saved === "string" ? { saved } : {}),
    ...(typeof from === "string" ? { from } : {}),
    parameters: parameters as Record<string, string>,
    start: typeof start === "string" ? start : null,
    moves,
    variations: variations as Variations[],
    view: (VIEW_NAMES as readonly unknown[]).includes(view) ? (view as ViewName) : "play",
    ...(isTraceSettings(trace) ? { trace } : {}),
    ...(typeof step === "number" ? { step } : {}),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Whether these are nested lists of moves, and no more moves than a page can hold. */
function areVariations(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const waiting: unknown[] = (value as unknown[]).slice();
  let count = 0;
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (!Array.isArray(one) || typeof one[0] !== "string" || ++count > MOST_MOVES) return false;
    for (const inner of one.slice(1) as unknown[]) waiting.push(inner);
  }
  return true;
}

/** The fragment of a link: base64url of deflated JSON. */
export async function fragmentOf(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a fragment holds; null where it is none of ours. */
export async function readFragment(fragment: string): Promise<Shared | null> {
  const plain = fragment.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (plain === "") return null;
  try {
    const bytes = Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
    return readShared(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return null;
  }
}

const LARGEST = 8_000_000; // what a small link may grow to, so that none fills the memory

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > LARGEST) throw new RangeError("too large");
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
