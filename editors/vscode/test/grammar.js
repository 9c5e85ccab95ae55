// Reads texts by the grammar with the engine of VS Code, and gives the tokens: [line, start, end, text, scope].
"use strict";
const fs = require("fs");
const path = require("path");
const { createOnigScanner, createOnigString, loadWASM } = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const FILE = path.join(__dirname, "..", "syntaxes", "pyengine.tmLanguage.json");

async function load() {
  const wasm = fs.readFileSync(path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
  await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(FILE, "utf8"), FILE),
  });
  return registry.loadGrammar("source.pyengine");
}

function tokens(grammar, text) {
  const found = [];
  let stack = INITIAL;
  text.split(/\r\n|\n/).forEach((line, number) => {
    const read = grammar.tokenizeLine(line, stack);
    stack = read.ruleStack;
    for (const token of read.tokens) {
      const scopes = token.scopes.slice(1).map((scope) => scope.replace(/\.pyengine$/, ""));
      found.push({ line: number, text: line.slice(token.startIndex, token.endIndex), scopes });
    }
  });
  return { found, whole: stack.depth === 1 };
}

module.exports = { load, tokens };
