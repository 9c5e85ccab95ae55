// How the tree looks while it is stepped through; in its shadow root, beside the picture's own style.

export const TREE_STYLE = `
#tree { display: block; width: 100%; height: 100%; filter: var(--tree-filter, none); }
#tree > rect:first-of-type { fill: transparent; }
#tree .node { cursor: pointer; transition: opacity 0.25s; }
#tree .later { opacity: 0; pointer-events: none; }
#tree.revealed .later { opacity: 0.13; }
#tree .hidden { visibility: hidden; }
#tree .node.open > .shape { stroke-width: 2.8; }
#tree .node.open > .value, #tree .node.open > .window { fill: #1f4f80; }
#tree .node.open > .value { font-weight: 400; font-style: italic; }
#tree .node.done > .window { fill: #6b7280; }
#tree .node.found > .shape { fill: #ffe58a; }
#tree .node.current > .shape { stroke: #b3201a; stroke-width: 4.5; }
#tree .node > .shape.end { stroke-width: 1.2; }
#tree .node.current > text.small { font-weight: 700; }
#tree .edge.path { stroke: #1f4f80; stroke-width: 3; }
@media (prefers-reduced-motion: reduce) { #tree .node { transition: none; } }
`;
