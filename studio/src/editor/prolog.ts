// Prolog as colours: the tokens of the text, line by line. What the rules mean is told by the language server.

import { HighlightStyle, LanguageSupport, StreamLanguage, type StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";

interface Lexed {
  comment: boolean; // inside /* */
  head: boolean; // at the start of a clause
}

const SYMBOLS = /^[+\-*/\\^<>=~:.?@#&$]+/;
const NUMBER = /^(?:0'(?:\\.|''|[^\\])|0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)/;
const CONTROL = new Set([":-", "-->", "->", "*->", ";", "\\+", "!", "=>"]);

function token(stream: StringStream, state: Lexed): string | null {
  if (state.comment) return skipComment(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match("%")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) {
    state.comment = true;
    return skipComment(stream, state);
  }
  const head = state.head;
  if (stream.match(/^\.(?=\s|$|%)/)) {
    state.head = true;
    return "punctuation";
  }
  state.head = false;
  if (stream.match(NUMBER)) return "number";
  if (stream.match(/^"(?:[^"\\]|\\.|"")*"?/) || stream.match(/^`(?:[^`\\]|\\.|``)*`?/)) return "string";
  if (stream.match(/^'(?:[^'\\]|\\.|'')*'?/)) return name(stream, head);
  if (stream.match(/^[_\p{Lu}][\p{L}\p{N}_]*/u)) return "variableName";
  if (stream.match(/^[\p{Ll}\p{Lo}][\p{L}\p{N}_]*/u)) return name(stream, head);
  const symbols = stream.match(SYMBOLS) || stream.match(/^[;!|]/);
  if (symbols) return CONTROL.has(stream.current()) ? "keyword" : "operator";
  stream.next();
  return "bracket";
}

function skipComment(stream: StringStream, state: Lexed): string {
  if (stream.match(/^.*?\*\//)) state.comment = false;
  else stream.skipToEnd();
  return "comment";
}

/** An atom: a predicate where a bracket follows, and what is defined at the start of a clause. */
function name(stream: StringStream, head: boolean): string {
  if (head) return "definition";
  return stream.peek() === "(" ? "function" : "atom";
}

const language = StreamLanguage.define<Lexed>({
  name: "prolog",
  startState: () => ({ comment: false, head: true }),
  token,
  languageData: { commentTokens: { line: "%", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", "'", '"'] } },
  tokenTable: {
    definition: tags.definition(tags.variableName),
    function: tags.function(tags.variableName),
    atom: tags.atom,
  },
});

export function prolog(): LanguageSupport {
  return new LanguageSupport(language);
}

/** Colours by the variables of style.css, so that they follow light and dark. */
export const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.definition(tags.variableName), color: "var(--code-head)", fontWeight: "600" },
  { tag: tags.function(tags.variableName), color: "var(--code-call)" },
  { tag: tags.atom, color: "var(--code-atom)" },
  { tag: tags.variableName, color: "var(--code-variable)" },
  { tag: [tags.number, tags.string], color: "var(--code-literal)" },
  { tag: [tags.keyword, tags.operator], color: "var(--code-operator)" },
]);
