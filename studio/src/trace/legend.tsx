// What the signs of the picture mean; in a shadow root, with the picture's own style.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { pictureOf } from "../board";
import { useWords } from "../i18n";

interface Given {
  readonly legend: readonly string[]; // signs, each a small picture
  readonly picture: string; // the tree whose signs they are
}

const ROWS = "svg { display: block; }";

export function Legend({ legend, picture }: Given): JSX.Element {
  const say = useWords();
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!holder.current) return;
    const root = holder.current.shadowRoot ?? holder.current.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = `${pictureOf(picture)?.querySelector("style")?.textContent ?? ""}${ROWS}`;
    const signs = pictureOf(`<svg xmlns="http://www.w3.org/2000/svg">${legend.join("")}</svg>`);
    root.replaceChildren(style, ...(signs?.children ?? []));
    for (const sign of root.querySelectorAll(":scope > svg")) {
      sign.setAttribute("role", "img");
      sign.setAttribute("aria-label", sign.textContent ?? "");
    }
  }, [legend, picture]);
  return <div class="legend" ref={holder} role="group" aria-label={say("search.legend")} />;
}
