// Whether a text is the rules of a game, told by its clauses; kept free of the editor, so that it is tested without one.

/** Predicates that a game's file defines, few of which another program would define at the beginning of a line. */
const CONTRACT =
  /^(player|initial|to_move|move|moves|terminal|utility|staticval|max_to_move|min_to_move|mutari|mutare_max|mutare_min|parameter)\(/gm;
const NAMED = /^%.*\bpyengine\b/;
const PERL = /^#!.*\bperl\b|^\s*(?:use strict|use warnings|package [\w:]+)\s*;/m;
const MOST = 200_000;

/** Tell whether at least two predicates of the contract are defined, or the first line says that this is for pyengine. */
export function isGame(text: string): boolean {
  const looked = text.slice(0, MOST);
  if (NAMED.test(looked)) {
    return true;
  }
  if (PERL.test(looked)) {
    return false;
  }
  return new Set(Array.from(looked.matchAll(CONTRACT), (found) => found[1])).size >= 2;
}
