// The words of the page, in the language that was chosen: one file a language in i18n/, English where a word is missing.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import languages from "studio:languages";
import type en from "../i18n/en.json";

export type Key = keyof typeof en;
export type Say = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

const TEXTS = languages as Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What there is, by code, with its own name. */
export const LANGUAGES: readonly (readonly [string, string])[] = Object.entries(TEXTS).map(([code, texts]) => [
  code,
  texts["language"] ?? code,
]);

/** The texts of a language as a function: `say("play.turn", {player: "x"})`. */
export function sayIn(code: string): Say {
  const texts = TEXTS[code] ?? {};
  return (key, values = {}) => {
    const text = texts[key] ?? TEXTS["en"]?.[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
  };
}

/** The language that the browser asks for, if there is a file of it. */
export function preferredLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split("-")[0] ?? "";
    if (code in TEXTS) return code;
  }
  return "en";
}

export const Words = createContext<Say>(sayIn("en"));

/** The texts, for a view. */
export function useWords(): Say {
  return useContext(Words);
}
