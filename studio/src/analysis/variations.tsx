// The tree of moves as text, as books print it: the main line, and variations in brackets that can be promoted and deleted.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords, type Key } from "../i18n";
import { Icon, type IconName } from "../icons";
import { useSession, useStudio } from "../session";
import { lineThrough, nodeOf, pathTo, type MoveTree } from "../tree";

/** What is to be said of a node besides its move: a sign, and words for it. */
export interface Remark {
  readonly sign: string;
  readonly words: string;
}

interface Given {
  readonly remarks: ReadonlyMap<number, Remark>;
}

export function Variations({ remarks }: Given) {
  const say = useWords();
  const session = useSession();
  const tree = useStudio((state) => state.tree);
  const list = useRef<HTMLDivElement>(null);
  const node = nodeOf(tree);
  const isVariation = pathTo(tree).some((each) => each.parent !== null && nodeOf(tree, each.parent).children[0] !== each.id);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [tree]);
  return (
    <section class="variations" aria-label={say("analyse.variations")}>
      <div class="variations-text" ref={list} tabIndex={0} role="group" aria-label={say("analyse.variations")}>
        <button type="button" class="ply start" aria-current={node.parent === null ? "true" : undefined} onClick={() => void session.go(0)}>
          {say("analyse.start")}
        </button>
        <Line tree={tree} from={0} remarks={remarks} />
      </div>
      <div class="tools">
        <Walk tree={tree} />
        <button type="button" disabled={!isVariation} onClick={() => session.promote(variationOf(tree))}>
          {say("analyse.promote")}
        </button>
        <button type="button" disabled={node.parent === null} onClick={() => void session.remove(tree.current)}>
          {say("analyse.delete")}
        </button>
      </div>
    </section>
  );
}

/** The buttons that lead through the line: for fingers, and for who has no arrow keys. */
function Walk({ tree }: { readonly tree: MoveTree }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const node = nodeOf(tree);
  const last = lineThrough(tree).at(-1)?.id ?? 0;
  const buttons: readonly [IconName, Key, boolean, number][] = [
    ["first", "analyse.first", node.parent === null, 0],
    ["back", "keys.back", node.parent === null, node.parent ?? 0],
    ["on", "keys.on", node.children.length === 0, node.children[0] ?? 0],
    ["last", "analyse.last", node.children.length === 0, last],
  ];
  return (
    <div class="walk" role="group" aria-label={say("analyse.walk")}>
      {buttons.map(([sign, name, isDisabled, to]) => (
        <button
          key={name}
          type="button"
          class="control"
          title={say(name)}
          aria-label={say(name)}
          disabled={isDisabled}
          onClick={() => void session.go(to)}
        >
          <Icon name={sign} />
        </button>
      ))}
    </div>
  );
}

/** The node at which the innermost variation that the current node is in leaves its main line. */
function variationOf(tree: MoveTree): number {
  const inside = pathTo(tree).filter((each) => each.parent !== null && nodeOf(tree, each.parent).children[0] !== each.id);
  return inside.at(-1)?.id ?? tree.current;
}

/** The moves after a node along its main line, with the variations at each. */
function Line({ tree, from, remarks }: { tree: MoveTree; from: number; remarks: ReadonlyMap<number, Remark> }) {
  const parts: ComponentChildren[] = [];
  let ply = pathTo(tree, from).length;
  let isFirst = true;
  for (let node = nodeOf(tree, from); node.children[0] !== undefined; node = nodeOf(tree, node.children[0])) {
    const [main, ...others] = node.children;
    if (main === undefined) break;
    ply += 1;
    parts.push(<Ply key={main} tree={tree} id={main} ply={ply} isFirst={isFirst} remarks={remarks} />);
    isFirst = others.length > 0;
    for (const other of others) {
      parts.push(
        <div class="variation" key={`v${other}`}>
          <Ply tree={tree} id={other} ply={ply} isFirst remarks={remarks} />
          <Line tree={tree} from={other} remarks={remarks} />
        </div>,
      );
    }
  }
  return <>{parts}</>;
}

interface PlyGiven {
  readonly tree: MoveTree;
  readonly id: number;
  readonly ply: number;
  readonly isFirst: boolean;
  readonly remarks: ReadonlyMap<number, Remark>;
}

function Ply({ tree, id, ply, isFirst, remarks }: PlyGiven) {
  const session = useSession();
  const remark = remarks.get(id);
  const number = ply % 2 === 1 ? `${(ply + 1) / 2}.` : isFirst ? `${ply / 2}…` : "";
  return (
    <button type="button" class="ply" aria-current={tree.current === id ? "true" : undefined} onClick={() => void session.go(id)}>
      {number && <span class="ply-number">{number} </span>}
      {nodeOf(tree, id).move}
      {remark && (
        <span class="remark" title={remark.words}>
          <span aria-hidden="true">{remark.sign}</span>
          <span class="hidden"> {remark.words}</span>
        </span>
      )}
    </button>
  );
}
