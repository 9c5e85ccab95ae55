// Prints what each character of some files is by the grammar, a line of letters for a line of text.
"use strict";
const fs = require("fs");
const { load, tokens } = require("./grammar");

const KINDS = [
  [/^comment/, "c"],
  [/^string\.quoted\.single/, "q"],
  [/^string/, "s"],
  [/^constant\.(numeric|character(?!\.escape))/, "n"],
  [/^variable/, "v"],
];

function kind(scopes) {
  for (const scope of scopes) {
    const found = KINDS.find(([pattern]) => pattern.test(scope));
    if (found !== undefined) {
      return found[1];
    }
  }
  return "-";
}

async function main() {
  const grammar = await load();
  const told = process.argv.slice(2).map((file) => {
    const lines = [];
    for (const token of tokens(grammar, fs.readFileSync(file, "utf8")).found) {
      lines[token.line] = (lines[token.line] ?? "") + kind(token.scopes).repeat(token.text.length);
    }
    return lines;
  });
  process.stdout.write(JSON.stringify(told));
}

void main();
