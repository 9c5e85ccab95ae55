"use strict";
// Every step lists what it changes, so any moment is shown by going through the steps up to it.
const search = JSON.parse(document.getElementById("search").textContent);
const byId = (id) => document.getElementById(id);
const part = (name) => document.querySelector(`#picture [data-part="${name}"]`);
const nodes = search.parents.map((parent, number) => ({
  parent,
  group: part("n" + number),
  others: ["e", "m", "l", "c"].map((letter) => part(letter + number)).filter(Boolean),
  value: part("n" + number).querySelector(":scope > .value"),
  window: part("n" + number).querySelector(":scope > .window"),
  skipped: part("n" + number).querySelector(":scope > .skipped"),
  best: search.best.includes(number),
}));
let now = 0;
let timer = null;

function show(step) {
  now = Math.max(0, Math.min(search.steps.length - 1, step));
  const seen = new Map();
  for (const { changes } of search.steps.slice(0, now + 1)) {
    for (const change of changes) seen.set(change.node, change);
  }
  const cut = new Set([...seen.values()].filter((c) => c.stage === "skipped").map((c) => nodes[c.node].parent));
  const current = search.steps[now];
  const atEnd = now === search.steps.length - 1;
  nodes.forEach((node, number) => {
    const change = seen.get(number);
    for (const element of [node.group, ...node.others]) element.classList.toggle("later", !change);
    node.group.classList.toggle("open", change?.stage === "open");
    node.group.classList.toggle("done", change?.stage === "done");
    node.group.classList.toggle("current", number === current.node);
    node.group.classList.toggle("best", atEnd && node.best);
    if (node.value) node.value.textContent = change?.value ?? "";
    if (node.skipped) node.skipped.classList.toggle("hidden", !cut.has(number));
    if (node.window) node.window.textContent = change?.window ?? "";
    const edge = part("e" + number);
    if (edge) {
      edge.classList.toggle("path", change?.stage === "open");
      edge.classList.toggle("best", atEnd && node.best);
    }
  });
  byId("told").classList.toggle("hidden", !atEnd);
  nodes[current.node].group.scrollIntoView({ block: "nearest", inline: "nearest" });
  byId("words").textContent = current.words;
  byId("slider").value = now;
  byId("count").textContent = `step ${now + 1} of ${search.steps.length}`;
  byId("first").disabled = byId("back").disabled = now === 0;
  byId("last").disabled = byId("next").disabled = atEnd;
  if (atEnd) pause();
}

function pause() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = "Play";
  byId("play").title = "play (space)";
}

function play() {
  if (timer !== null) return pause();
  if (now === search.steps.length - 1) show(0);
  timer = setInterval(() => show(now + 1), 1200);
  byId("play").textContent = "Pause";
  byId("play").title = "pause (space)";
}

const go = { first: () => show(0), back: () => show(now - 1), play, next: () => show(now + 1),
  last: () => show(search.steps.length - 1) };
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
for (const [name, action] of Object.entries(go)) byId(name).addEventListener("click", action);
byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  const name = keys[event.key];
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  go[name]();
});
byId("slider").max = search.steps.length - 1;
show(0);
