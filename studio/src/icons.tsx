// Small drawings for buttons, which no font has to have.

import type { JSX } from "preact";

const PATHS = {
  first: "M5 4v12M16 4l-8 6 8 6z",
  back: "M14 4l-8 6 8 6z",
  on: "M6 4l8 6-8 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
  play: "M5 3l12 7-12 7z",
  pause: "M6 4v12M14 4v12",
  cut: "M5 5l10 10M15 5L5 15",
  fit: "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  closer: "M10 4v12M4 10h12",
  farther: "M4 10h12",
} as const;

const FILLED: ReadonlySet<string> = new Set(["first", "back", "on", "last", "play"]);

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill={FILLED.has(name) ? "currentColor" : "none"}
        stroke="currentColor"
        stroke-width="2"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}
