// The picture of a search tree, shown at a moment of the search, and moved under a window: zoom, pan, a node in the middle.

import { pictureOf } from "../board";
import type { Replay } from "./replay";

const CLOSEST = 4;
const SMALLEST = 0.8; // how much smaller, before only a part of it is
const LARGEST = 1.7; // how much larger than drawn a small tree is shown
const CLOSER = 1.25;

interface Drawn {
  readonly group: Element | null;
  readonly parts: readonly Element[];
  readonly edge: Element | null;
  readonly value: Element | null;
  readonly window: Element | null;
  readonly skipped: Element | null;
}

/** Lives in a shadow root, so that the picture's own styles and names stay its own. */
export class TreeDrawing {
  private readonly root: ShadowRoot;
  private readonly picture: SVGSVGElement | null;
  private readonly nodes: readonly Drawn[];
  private readonly best: ReadonlySet<number>;
  private readonly width: number;
  private readonly height: number;
  private view: { x: number; y: number; width: number };

  constructor(
    private readonly host: HTMLElement,
    private readonly replay: Replay,
    style: string,
  ) {
    const { trace } = replay;
    this.root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.picture = pictureOf(trace.svg);
    const own = document.createElement("style");
    own.textContent = style;
    this.root.replaceChildren(own, ...(this.picture ? [this.picture] : []));
    const box = this.picture?.viewBox.baseVal;
    this.width = box?.width ?? 1;
    this.height = box?.height ?? 1;
    this.view = { x: 0, y: 0, width: this.width };
    this.best = new Set(trace.best);
    this.nodes = trace.parents.map((_, number) => this.parts(number));
    this.picture?.removeAttribute("width");
    this.picture?.removeAttribute("height");
    this.picture?.setAttribute("aria-hidden", "true");
    this.picture?.setAttribute("id", "tree");
    this.begin();
  }

  private parts(number: number): Drawn {
    const find = (name: string): Element | null => this.root.querySelector(`[data-part="${name}${number}"]`);
    const group = find("n");
    const parts = ["e", "m", "l", "c"].map(find);
    const move = find("m")?.previousElementSibling ?? null;
    const behind = move?.classList.contains("behind") ? move : null; // what keeps the edge away from the move
    return {
      group,
      parts: [...parts, behind].filter((part): part is Element => part !== null),
      edge: find("e"),
      value: group?.querySelector(":scope > .value") ?? null,
      window: group?.querySelector(":scope > .window") ?? null,
      skipped: group?.querySelector(":scope > .skipped") ?? null,
    };
  }

  /** Shows the tree as it is after a step; what comes later is hidden, or pale. */
  show(step: number): void {
    const atEnd = step === this.replay.last;
    const current = this.replay.trace.steps[step]?.node;
    this.nodes.forEach((node, number) => {
      const change = this.replay.at(number, step);
      for (const element of [node.group, ...node.parts]) element?.classList.toggle("later", change === null);
      node.group?.classList.toggle("open", change?.stage === "open");
      node.group?.classList.toggle("done", change?.stage === "done");
      node.group?.classList.toggle("current", number === current);
      node.group?.classList.toggle("best", atEnd && this.best.has(number));
      if (node.value) node.value.textContent = change?.value ?? "";
      if (node.window) node.window.textContent = change?.window ?? "";
      node.skipped?.classList.toggle("hidden", !this.replay.isCut(number, step));
      node.edge?.classList.toggle("path", change?.stage === "open");
      node.edge?.classList.toggle("best", atEnd && this.best.has(number));
    });
  }

  /** Whether what the search has not come to yet is seen, pale. */
  reveal(isRevealed: boolean): void {
    this.picture?.classList.toggle("revealed", isRevealed);
  }

  /** What a node is called in the picture: its move and its label; where it has neither, what is told on hover. */
  wordsOf(number: number): string {
    const node = this.nodes[number];
    const move = node?.parts.find((part) => part.getAttribute("data-part") === `m${number}`)?.textContent ?? "";
    const label = node?.group?.querySelector(":scope > .label")?.textContent ?? "";
    return move === "" && label === "" ? (node?.group?.querySelector("title")?.textContent ?? "") : `${move} ${label}`;
  }

  markFound(found: readonly number[]): void {
    const marked = new Set(found);
    this.nodes.forEach((node, number) => node.group?.classList.toggle("found", marked.has(number)));
  }

  /** The node under a point of the screen. */
  nodeAt(event: Event): number | null {
    for (const part of event.composedPath()) {
      const name = part instanceof Element ? (part.getAttribute("data-part") ?? "") : "";
      if (/^n\d+$/.test(name)) return Number(name.slice(1));
    }
    return null;
  }

  fit(): void {
    const room = this.room();
    this.place(0, 0, Math.max(this.width, this.height * room, this.least() / LARGEST));
  }

  /** The whole tree where it can be read, else the part around its root. */
  begin(): void {
    this.fit();
    const readable = this.least() / SMALLEST;
    if (this.view.width <= readable) return;
    this.place(0, 0, readable);
    this.middle(0);
  }

  /** Closer by a factor, about a point of the window; its middle where none is given. */
  zoom(factor: number, at?: { readonly clientX: number; readonly clientY: number }): void {
    const box = this.host.getBoundingClientRect();
    const [px, py] = at ? [(at.clientX - box.left) / box.width, (at.clientY - box.top) / box.height] : [0.5, 0.5];
    const room = this.room();
    const width = Math.max(this.least() / CLOSEST, Math.min(Math.max(this.width, this.height * room) * 1.2, this.view.width / factor));
    const [dx, dy] = [(this.view.width - width) * px, ((this.view.width - width) / room) * py];
    this.place(this.view.x + dx, this.view.y + dy, width);
  }

  closer(by: 1 | -1): void {
    this.zoom(by > 0 ? CLOSER : 1 / CLOSER);
  }

  /** Moves the picture by pixels of the screen. */
  pan(dx: number, dy: number): void {
    const scale = this.view.width / (this.host.clientWidth || 1);
    this.place(this.view.x - dx * scale, this.view.y - dy * scale, this.view.width);
  }

  /** Brings a node into sight, if it is not. */
  follow(number: number): void {
    const box = this.nodes[number]?.group?.getBoundingClientRect();
    const window = this.host.getBoundingClientRect();
    if (!box || window.width === 0) return;
    const edge = 24;
    const off = (low: number, high: number, from: number, to: number): number =>
      low < from + edge ? from + edge - low : high > to - edge ? to - edge - high : 0;
    const dx = off(box.left, box.right, window.left, window.right);
    const dy = off(box.top, box.bottom, window.top, window.bottom);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  /** Puts a node into the middle of the window, across. */
  private middle(number: number): void {
    const box = this.nodes[number]?.group?.getBoundingClientRect();
    const window = this.host.getBoundingClientRect();
    if (box && window.width > 0) this.pan(window.left + window.width / 2 - (box.left + box.width / 2), 0);
  }

  /** How many times as wide as high the window is. */
  private room(): number {
    return (this.host.clientWidth || 1) / (this.host.clientHeight || 1);
  }

  /** The width at which the picture is as large as it was drawn. */
  private least(): number {
    return this.host.clientWidth || this.width;
  }

  private place(x: number, y: number, width: number): void {
    const height = width / this.room();
    const within = (at: number, size: number, whole: number): number =>
      size >= whole ? (whole - size) / 2 : Math.max(0, Math.min(whole - size, at));
    this.view = { x: within(x, width, this.width), y: within(y, height, this.height), width };
    this.picture?.setAttribute("viewBox", [this.view.x, this.view.y, width, height].map((each) => each.toFixed(2)).join(" "));
  }
}
