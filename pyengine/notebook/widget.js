// What is seen of a board in a notebook. Which moves there are, and the cells that each changes, comes from Python;
// what is asked for goes back as messages. Nothing is fetched, and text becomes text, never markup.

const CHOSEN = "pyengine-widget-chosen";
const FITTING = "pyengine-widget-fitting";

function make(tag, name, parent, text) {
  const made = document.createElement(tag);
  if (name) made.className = `pyengine-widget-${name}`;
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

const column = (cell) => /^r\d+c(\d+)$/.exec(cell ?? "")?.[1];

/** The moves that a click on a cell can mean, and whether it is the first of two clicks. */
export function meant(moves, chosen, cell) {
  if (chosen !== null && chosen !== cell) {
    const ended = moves.filter((move) => move.ends[0] === chosen && move.ends[1] === cell);
    const both = ended.length ? ended : moves.filter((move) => move.cells.includes(chosen) && move.cells.includes(cell));
    if (both.length) return { moves: both, starts: false };
  }
  const starting = moves.filter((move) => move.ends[0] === cell);
  if (starting.length) return { moves: starting, starts: true };
  const placed = moves.filter((move) => move.ends[1] === cell);
  if (placed.length) return { moves: placed, starts: placed.length > 1 };
  const touched = moves.filter((move) => move.cells.includes(cell));
  if (touched.length) return { moves: touched, starts: touched.length > 1 };
  const below = moves.filter((move) => move.ends[0] === null && column(move.ends[1]) === column(cell) && column(cell));
  return { moves: below.length === 1 ? below : [], starts: false };
}

class Board {
  constructor(model, el) {
    this.model = model;
    this.chosen = null;
    this.fitting = [];
    const whole = make("div", "", el);
    whole.className = "pyengine-widget";
    this.board = make("div", "board", whole);
    const side = make("div", "side", whole);
    this.turn = make("div", "turn", side);
    this.turn.setAttribute("aria-live", "polite");
    const tools = make("div", "tools", side);
    this.undo = this.button(tools, "Undo", () => this.ask({ action: "undo" }));
    this.restart = this.button(tools, "Restart", () => this.ask({ action: "restart" }));
    this.reply = this.button(tools, "Engine moves", () => this.ask({ action: "reply" }));
    this.analyse = this.button(tools, "Analyse", () => this.toggle());
    this.seconds = this.time(tools);
    this.moves = make("div", "moves", side);
    this.line = make("div", "line", side);
    this.message = make("div", "message", side);
    this.message.setAttribute("role", "alert");
    this.board.addEventListener("click", (event) => this.click(event.target.closest?.("[data-cell]")));
  }

  button(parent, words, act) {
    const made = make("button", "", parent, words);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  time(parent) {
    const label = make("label", "seconds", parent, "seconds ");
    const input = make("input", "", label);
    Object.assign(input, { type: "number", min: "0.1", max: "60", step: "0.1" });
    input.addEventListener("change", () => {
      this.model.set("seconds", Math.min(60, Math.max(0.1, Number(input.value) || 1)));
      this.model.save_changes();
    });
    return input;
  }

  ask(content) {
    if (!this.model.get("busy")) this.model.send(content);
  }

  toggle() {
    this.model.set("analysing", !this.model.get("analysing"));
    this.model.save_changes();
  }

  play(move) {
    this.choose(null, []);
    this.ask({ action: "play", move });
  }

  click(group) {
    if (!group) return;
    const cell = group.getAttribute("data-cell");
    if (cell === this.chosen) return this.choose(null, []);
    const found = meant(this.model.get("moves"), this.chosen, cell);
    if (found.moves.length === 1 && !found.starts) return this.play(found.moves[0].move);
    this.choose(found.moves.length ? cell : null, found.moves);
  }

  choose(cell, fitting) {
    this.chosen = cell;
    this.fitting = fitting;
    this.mark();
  }

  mark() {
    const ends = new Set(this.fitting.flatMap((move) => (move.ends[1] ? [move.ends[1]] : move.cells)));
    for (const group of this.board.querySelectorAll("[data-cell]")) {
      const cell = group.getAttribute("data-cell");
      group.classList.toggle(CHOSEN, cell === this.chosen);
      group.classList.toggle(FITTING, cell !== this.chosen && ends.has(cell));
    }
    const texts = new Set(this.fitting.map((move) => move.move));
    for (const button of this.moves.children) button.classList.toggle(FITTING, texts.has(button.dataset.move));
  }

  drawBoard() {
    const svg = this.model.get("board");
    this.chosen = null;
    this.fitting = [];
    if (svg) {
      const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      this.board.replaceChildren(document.importNode(parsed, true));
    } else {
      this.board.replaceChildren();
      make("pre", "", this.board, this.model.get("text"));
    }
    this.mark();
  }

  drawMoves() {
    this.moves.replaceChildren();
    for (const move of this.model.get("moves")) {
      const button = this.button(this.moves, move.shown, () => this.play(move.move));
      button.dataset.move = move.move;
      button.classList.toggle("pyengine-widget-best", move.best);
      if (move.value) make("span", "value", button, move.value);
    }
    this.mark();
  }

  drawRest() {
    const get = (name) => this.model.get(name);
    this.turn.textContent = get("busy") ? `${get("turn")} …` : get("turn");
    this.line.textContent = get("line").join(" ");
    this.message.textContent = get("message");
    this.undo.disabled = this.restart.disabled = get("busy") || !get("line").length;
    this.reply.disabled = get("busy") || get("over");
    this.seconds.value = String(get("seconds"));
    this.analyse.setAttribute("aria-pressed", String(get("analysing")));
    this.analyse.textContent = get("analysing") ? "Stop analysing" : "Analyse";
  }
}

function render({ model, el }) {
  const board = new Board(model, el);
  const drawn = {
    board: () => board.drawBoard(),
    moves: () => board.drawMoves(),
    ...Object.fromEntries(
      ["turn", "line", "over", "busy", "message", "seconds", "analysing"].map((name) => [name, () => board.drawRest()]),
    ),
  };
  for (const [name, draw] of Object.entries(drawn)) model.on(`change:${name}`, draw);
  board.drawBoard();
  board.drawMoves();
  board.drawRest();
  return () => {
    for (const [name, draw] of Object.entries(drawn)) model.off(`change:${name}`, draw);
  };
}

export default { render };
