// The board: the server's picture with its cells as buttons. What the picture brings along that could run is taken out of it.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useStudio } from "./session";
import type { Arrow, Theme } from "./state";

const SVG = "http://www.w3.org/2000/svg";

export interface BoardProps {
  readonly svg: string;
  readonly label: string;
  readonly describedBy?: string; // the id of the board in words
  readonly cells?: Readonly<Record<string, string>>;
  readonly arrows?: readonly Arrow[];
  readonly nameCell?: (cell: string) => string; // for who hears it
  readonly onCell?: ((cell: string) => void) | undefined;
}

/** A picture from the server as an element: nothing in it runs, loads or leads anywhere.
 * It follows the system's colours; where the page has others, by `theme`, it is made to follow these. */
export function pictureOf(text: string, theme: Theme = "auto"): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.namespaceURI !== SVG || root.localName !== "svg") return null;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (["script", "foreignobject", "iframe", "object", "embed", "animate", "set"].includes(element.localName.toLowerCase())) {
      element.remove();
      continue;
    }
    for (const attribute of [...element.attributes]) {
      const name = attribute.name.toLowerCase();
      const leads = name.endsWith("href") && !attribute.value.startsWith("#");
      if (name.startsWith("on") || leads) element.removeAttribute(attribute.name);
    }
  }
  if (theme !== "auto")
    for (const sheet of root.querySelectorAll("style"))
      sheet.textContent = (sheet.textContent ?? "").replaceAll("(prefers-color-scheme: dark)", theme === "dark" ? "all" : "not all");
  return document.importNode(root, true) as unknown as SVGSVGElement;
}

function cellsIn(picture: Element): (SVGGraphicsElement & { dataset: DOMStringMap })[] {
  return [...picture.querySelectorAll<SVGGraphicsElement>("[data-cell]")];
}

function nameOf(cell: SVGElement): string {
  return cell.dataset["cell"] ?? "";
}

/** A cell's box in the units of the picture. */
function boxOf(picture: SVGSVGElement, cell: SVGGraphicsElement): DOMRect {
  const matrix = picture.getScreenCTM()?.inverse();
  const box = cell.getBoundingClientRect();
  if (!matrix) return box;
  const from = new DOMPoint(box.left, box.top).matrixTransform(matrix);
  const to = new DOMPoint(box.right, box.bottom).matrixTransform(matrix);
  return new DOMRect(Math.min(from.x, to.x), Math.min(from.y, to.y), Math.abs(to.x - from.x), Math.abs(to.y - from.y));
}

export function Board(props: BoardProps): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const onCell = useRef(props.onCell);
  onCell.current = props.onCell;
  const active = props.onCell !== undefined;
  const theme = useStudio((state) => state.theme);
  const flipped = useStudio((state) => state.flipped);

  useLayoutEffect(() => {
    const element = holder.current;
    if (!element) return;
    const focused = document.activeElement instanceof SVGElement && element.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    const picture = pictureOf(props.svg, theme);
    element.replaceChildren(...(picture ? [picture] : []));
    if (picture) prepare(picture, active, focused, props.nameCell ?? ((cell) => cell));
  }, [props.svg, active, theme]);

  useEffect(() => {
    const picture = holder.current?.querySelector("svg");
    if (picture) drawMarks(picture, props);
  }, [props.svg, props.cells, props.arrows, active, theme, flipped]);

  return (
    <div
      class={["board", active ? "active" : "", flipped ? "flipped" : ""].join(" ")}
      ref={holder}
      role="group"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      onClick={(event) => {
        const cell = cellAt(event.target);
        if (cell) onCell.current?.(nameOf(cell));
      }}
      onKeyDown={(event) => handleKey(event, (cell) => onCell.current?.(cell))}
    />
  );
}

function cellAt(target: EventTarget | null): SVGGraphicsElement | null {
  return target instanceof Element ? target.closest<SVGGraphicsElement>("[data-cell]") : null;
}

const LARGEST_SCALE = 4.2; // a small board is drawn so much larger than it is, and no more: one pile does not fill the room

/** Makes the cells buttons, one of which the tab key reaches; arrows lead to the others. */
function prepare(picture: SVGSVGElement, active: boolean, focused: string | null, nameCell: (cell: string) => string): void {
  picture.removeAttribute("role");
  const width = Number(picture.getAttribute("width"));
  if (width > 0) picture.style.maxWidth = `${LARGEST_SCALE * width}px`;
  if (!active) {
    picture.setAttribute("aria-hidden", "true");
    return;
  }
  picture.removeAttribute("aria-labelledby");
  picture.removeAttribute("aria-label");
  const cells = cellsIn(picture);
  const entrance = cells.find((cell) => nameOf(cell) === focused) ?? cells[0];
  for (const cell of cells) {
    cell.setAttribute("role", "button");
    cell.setAttribute("tabindex", cell === entrance ? "0" : "-1");
    cell.setAttribute("aria-label", nameCell(nameOf(cell)));
  }
  if (focused !== null && entrance && nameOf(entrance) === focused) entrance.focus();
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function handleKey(event: KeyboardEvent, click: (cell: string) => void): void {
  const cell = cellAt(event.target);
  const picture = cell?.closest("svg");
  if (!cell || !picture) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    click(nameOf(cell));
    return;
  }
  const direction = ARROWS[event.key];
  if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const next = neighbour(cell, cellsIn(picture), direction);
  if (!next) return;
  cell.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}

/** The nearest cell in a direction: what lies off it counts more than what lies along it. */
function neighbour(
  cell: SVGGraphicsElement,
  cells: readonly SVGGraphicsElement[],
  [dx, dy]: readonly [number, number],
): SVGGraphicsElement | null {
  const from = middle(cell.getBoundingClientRect());
  let best: SVGGraphicsElement | null = null;
  let least = Infinity;
  for (const other of cells) {
    const to = middle(other.getBoundingClientRect());
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const off = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    if (along <= 1 || off > along * 2) continue;
    const far = along + 2.5 * off;
    if (far < least) [best, least] = [other, far];
  }
  return best;
}

function middle(box: DOMRect): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Lays marks and arrows over the picture; they take no clicks. */
function drawMarks(picture: SVGSVGElement, props: BoardProps): void {
  picture.querySelector(":scope > .studio-marks")?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "studio-marks");
  layer.setAttribute("aria-hidden", "true");
  const boxes = new Map(cellsIn(picture).map((cell) => [nameOf(cell), boxOf(picture, cell)] as const));
  for (const [name, manner] of Object.entries(props.cells ?? {})) {
    const box = boxes.get(name);
    if (box) layer.append(frameOf(box, manner));
  }
  for (const arrow of props.arrows ?? []) {
    const from = boxes.get(arrow.from);
    const to = boxes.get(arrow.to);
    if (from && to) layer.append(arrowOf(middle(from), middle(to), Math.min(from.width, from.height), arrow.manner));
  }
  picture.append(layer);
}

function frameOf(box: DOMRect, manner: string): SVGElement {
  const frame = document.createElementNS(SVG, "rect");
  const inset = Math.min(box.width, box.height) * 0.05;
  const sizes = { x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset, rx: 2 * inset };
  for (const [name, value] of Object.entries(sizes)) frame.setAttribute(name, value.toFixed(2));
  frame.setAttribute("stroke-width", (1.4 * inset).toFixed(2));
  frame.setAttribute("class", `mark ${manner}`);
  return frame;
}

function arrowOf(from: { x: number; y: number }, to: { x: number; y: number }, size: number, manner: string): SVGElement {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [w, h] = [size * 0.07, size * 0.2];
  const at = (along: number, off: number): string => `${(from.x + ux * along - uy * off).toFixed(2)} ${(from.y + uy * along + ux * off).toFixed(2)}`;
  const neck = Math.max(0, length - size * 0.34);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", `M${at(0, w)}L${at(neck, w)}L${at(neck, h)}L${at(length, 0)}L${at(neck, -h)}L${at(neck, -w)}L${at(0, -w)}Z`);
  path.setAttribute("class", `arrow ${manner}`);
  return path;
}

/** The columns of a picture: cells above each other belong to one. Names of cells, by the name of any of them. */
export function columnOf(picture: SVGSVGElement, name: string): readonly string[] {
  const cells = cellsIn(picture);
  const clicked = cells.find((cell) => nameOf(cell) === name);
  if (!clicked) return [];
  const x = middle(clicked.getBoundingClientRect()).x;
  return cells.filter((cell) => Math.abs(middle(cell.getBoundingClientRect()).x - x) < 2).map(nameOf);
}
