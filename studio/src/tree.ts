// The tree of moves: a value. The first child of a node is its main line, the others are variations.

import type { Place } from "./protocol";

export interface MoveNode {
  readonly id: number;
  readonly move: string | null; // null at the root alone
  readonly parent: number | null;
  readonly children: readonly number[];
}

export interface MoveTree {
  readonly start: string | null;
  readonly nodes: ReadonlyMap<number, MoveNode>;
  readonly current: number;
}

const ROOT = 0;

export function newTree(start: string | null = null, moves: readonly string[] = []): MoveTree {
  let tree: MoveTree = { start, nodes: new Map([[ROOT, { id: ROOT, move: null, parent: null, children: [] }]]), current: ROOT };
  for (const move of moves) tree = playInTree(tree, move);
  return tree;
}

export function nodeOf(tree: MoveTree, id: number = tree.current): MoveNode {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`the tree has no node ${id}`);
  return node;
}

/** The nodes from the root, which is not among them, to a node. */
export function pathTo(tree: MoveTree, id: number = tree.current): MoveNode[] {
  const path: MoveNode[] = [];
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent)) path.unshift(node);
  return path;
}

export function placeOf(tree: MoveTree, id: number = tree.current): Place {
  return { start: tree.start, moves: pathTo(tree, id).map((node) => node.move ?? "") };
}

/** The current line and where its main continuation leads: what a list of moves shows. */
export function lineThrough(tree: MoveTree, id: number = tree.current): MoveNode[] {
  const line = pathTo(tree, id);
  let node = nodeOf(tree, id);
  while (node.children[0] !== undefined) {
    node = nodeOf(tree, node.children[0]);
    line.push(node);
  }
  return line;
}

/** The node after a move at the current one, which is the current one then; a new variation only where the move is new. */
export function playInTree(tree: MoveTree, move: string): MoveTree {
  const here = nodeOf(tree);
  const known = here.children.find((child) => nodeOf(tree, child).move === move);
  if (known !== undefined) return { ...tree, current: known };
  const id = Math.max(...tree.nodes.keys()) + 1;
  const nodes = new Map(tree.nodes);
  nodes.set(id, { id, move, parent: here.id, children: [] });
  nodes.set(here.id, { ...here, children: [...here.children, id] });
  return { ...tree, nodes, current: id };
}

export function goInTree(tree: MoveTree, id: number): MoveTree {
  return tree.nodes.has(id) ? { ...tree, current: id } : tree;
}

/** A node's line comes before its siblings. */
export function promoteInTree(tree: MoveTree, id: number): MoveTree {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return tree;
  const above = nodeOf(tree, parent);
  const nodes = new Map(tree.nodes);
  nodes.set(parent, { ...above, children: [id, ...above.children.filter((child) => child !== id)] });
  return { ...tree, nodes };
}

/** Without a node and all that follows it; who was in there is at its parent. */
export function removeFromTree(tree: MoveTree, id: number): MoveTree {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return tree;
  const nodes = new Map(tree.nodes);
  const drop = [id];
  for (let one = drop.pop(); one !== undefined; one = drop.pop()) {
    drop.push(...(nodes.get(one)?.children ?? []));
    nodes.delete(one);
  }
  const above = nodeOf(tree, parent);
  nodes.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  return { ...tree, nodes, current: nodes.has(tree.current) ? tree.current : parent };
}

/** The tree as nested lists of moves, as it is saved and shared: [move, child, child ...]. */
export type Variations = readonly [string, ...Variations[]];

export function variationsOf(tree: MoveTree, id: number = ROOT): Variations[] {
  return nodeOf(tree, id).children.map((child) => [nodeOf(tree, child).move ?? "", ...variationsOf(tree, child)]);
}

/** The tree of nested lists; the current node is that after `moves`, as far as they are in it. */
export function treeOf(start: string | null, variations: readonly Variations[], moves: readonly string[]): MoveTree {
  let tree = newTree(start);
  const grow = (at: number, below: readonly Variations[]): void => {
    for (const [move, ...rest] of below) {
      tree = playInTree({ ...tree, current: at }, move);
      grow(tree.current, rest);
    }
  };
  grow(ROOT, variations);
  tree = { ...tree, current: ROOT };
  for (const move of moves) tree = playInTree(tree, move);
  return tree;
}
