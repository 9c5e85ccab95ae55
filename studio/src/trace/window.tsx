// The window onto the tree: dragged, pinched, scrolled, or moved by keys; a click on a node leads to the step that comes to it.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useWords, type Key } from "../i18n";
import { Icon, type IconName } from "../icons";
import { TreeDrawing } from "./drawing";
import type { Replay } from "./replay";
import { TREE_STYLE } from "./treestyle";

interface Given {
  readonly replay: Replay;
  readonly step: number;
  go(step: number): void;
}

const PANNED = 60;

export function TreeWindow({ replay, step, go }: Given): JSX.Element {
  const say = useWords();
  const host = useRef<HTMLDivElement>(null);
  const [drawing, draw] = useState<TreeDrawing | null>(null);
  const [revealed, reveal] = useState(false);
  const [follows, follow] = useState(true);
  const [sought, seek] = useState("");
  const [found, find] = useState<readonly number[]>([]);
  const [at, look] = useState(0);
  useEffect(() => {
    if (!host.current) return;
    const drawn = new TreeDrawing(host.current, replay, TREE_STYLE);
    draw(drawn);
    const watcher = new ResizeObserver(() => drawn.begin());
    watcher.observe(host.current);
    return () => watcher.disconnect();
  }, [replay]);
  useEffect(() => {
    drawing?.show(step);
    const node = replay.trace.steps[step]?.node;
    if (follows && node !== undefined) drawing?.follow(node);
  }, [drawing, step, follows]);
  useEffect(() => drawing?.reveal(revealed), [drawing, revealed]);
  useEffect(() => {
    const words = sought.trim().toLowerCase();
    const hits = words === "" || !drawing ? [] : replay.trace.parents.map((_, node) => node).filter((node) => drawing.wordsOf(node).toLowerCase().includes(words));
    find(hits);
    look(0);
    drawing?.markFound(hits);
  }, [drawing, sought]);
  const goTo = (node: number): void => {
    const to = replay.firstStep(node);
    if (to === null) return;
    go(to);
    drawing?.follow(node);
  };
  const next = (): void => {
    const node = found[at % Math.max(1, found.length)];
    if (node === undefined) return;
    goTo(node);
    look(at + 1);
  };
  const button = (icon: IconName, name: Key, run: () => void): JSX.Element => (
    <button type="button" class="control" title={say(name)} aria-label={say(name)} onClick={run}>
      <Icon name={icon} />
    </button>
  );
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => drawing?.closer(1),
    "-": () => drawing?.closer(-1),
    "0": () => drawing?.fit(),
    w: () => drawing?.pan(0, PANNED),
    s: () => drawing?.pan(0, -PANNED),
    a: () => drawing?.pan(PANNED, 0),
    d: () => drawing?.pan(-PANNED, 0),
  };
  return (
    <div class="tree-pane">
      <div class="tools">
        <form
          class="seek"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          <label class="inline">
            {say("search.find")}
            <input type="search" value={sought} onInput={(event) => seek(event.currentTarget.value)} />
          </label>
          <button type="submit" disabled={found.length === 0}>
            {say("search.find.next")}
          </button>
          <span role="status" class="faint">
            {sought.trim() === "" ? "" : say("search.found", { count: found.length })}
          </span>
        </form>
        <label class="check">
          <input type="checkbox" checked={revealed} onChange={(event) => reveal(event.currentTarget.checked)} />
          {say("search.reveal")}
        </label>
        <label class="check">
          <input type="checkbox" checked={follows} onChange={(event) => follow(event.currentTarget.checked)} />
          {say("search.follow")}
        </label>
        <div class="zoom" role="group" aria-label={say("search.zoom")}>
          {button("closer", "search.closer", () => drawing?.closer(1))}
          {button("farther", "search.farther", () => drawing?.closer(-1))}
          {button("fit", "search.fit", () => drawing?.fit())}
        </div>
      </div>
      <div
        class="tree-window"
        ref={host}
        role="application"
        tabIndex={0}
        aria-label={say("search.tree", { title: replay.trace.title })}
        aria-describedby="narration"
        onKeyDown={(event) => {
          const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
          if (!run) return;
          event.preventDefault();
          run();
        }}
        {...usePointers(drawing, goTo)}
      />
    </div>
  );
}

/** Dragging, pinching and the wheel; a press that does not move is a click on a node. */
function usePointers(drawing: TreeDrawing | null, goTo: (node: number) => void) {
  const pointers = useRef(new Map<number, PointerEvent>());
  const moved = useRef(0);
  const end = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId);
  };
  return {
    onPointerDown(event: PointerEvent): void {
      pointers.current.set(event.pointerId, event);
      moved.current = 0;
    },
    onPointerMove(event: PointerEvent): void {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      const other = [...pointers.current.values()].find((each) => each.pointerId !== event.pointerId);
      if (other) {
        const span = (each: PointerEvent): number => Math.hypot(each.clientX - other.clientX, each.clientY - other.clientY) || 1;
        drawing?.zoom(span(event) / span(before), event);
      } else drawing?.pan(dx, dy);
      moved.current += Math.abs(dx) + Math.abs(dy);
      pointers.current.set(event.pointerId, event);
    },
    onPointerUp(event: PointerEvent): void {
      const node = moved.current < 6 && pointers.current.size === 1 ? (drawing?.nodeAt(event) ?? null) : null;
      end(event);
      if (node !== null) goTo(node);
    },
    onPointerCancel: end,
    onPointerLeave: end,
    onWheel(event: WheelEvent): void {
      event.preventDefault();
      drawing?.zoom(Math.exp(-event.deltaY / 400), event);
    },
  };
}
