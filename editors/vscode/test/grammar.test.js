"use strict";
const assert = require("node:assert");
const fs = require("fs");
const path = require("path");
const { test } = require("node:test");
const { load, tokens } = require("./grammar");

/** Give the innermost scope of each token that is not blank. */
async function scopes(text) {
  const { found } = tokens(await load(), text);
  return found.filter((token) => token.text.trim()).map((token) => [token.text, token.scopes.at(-1)]);
}

async function scopeOf(text, part) {
  const found = (await scopes(text)).filter(([shown]) => shown.includes(part));
  assert.strictEqual(found.length, 1, `${part} in ${JSON.stringify(await scopes(text))}`);
  return found[0][1];
}

test("comments nest", async () => {
  const { found, whole } = tokens(await load(), "/* one /* two\n*/ three */ x(Y). % four\n/* open /* */\nx.");
  const inside = (part) => found.find((token) => token.text.includes(part)).scopes;
  assert.deepStrictEqual(inside("two"), ["comment.block", "comment.block.nested"]);
  assert.deepStrictEqual(inside("three"), ["comment.block"]);
  assert.deepStrictEqual(inside("Y"), ["variable.other"]);
  assert.deepStrictEqual(inside("four"), ["comment.line.percentage"]);
  assert.strictEqual(whole, false);
});

test("text has its escapes", async () => {
  assert.deepStrictEqual(await scopes("a('it''s \\x41\\ % /*', \"\"\"\", `b`)."), [
    ["a", "entity.name.function.clause"],
    ["(", "punctuation.section.parens"],
    ["'", "punctuation.definition.string.begin"],
    ["it", "string.quoted.single"],
    ["''", "constant.character.escape"],
    ["s ", "string.quoted.single"],
    ["\\x41\\", "constant.character.escape"],
    [" % /*", "string.quoted.single"],
    ["'", "punctuation.definition.string.end"],
    [",", "punctuation.separator.comma"],
    ['"', "punctuation.definition.string.begin"],
    ['""', "constant.character.escape"],
    ['"', "punctuation.definition.string.end"],
    [",", "punctuation.separator.comma"],
    ["`", "punctuation.definition.string.begin"],
    ["b", "string.quoted.other.backquote"],
    ["`", "punctuation.definition.string.end"],
    [")", "punctuation.section.parens"],
    [".", "punctuation.terminator.clause"],
  ]);
  assert.strictEqual(await scopeOf("a('one\\\ntwo', B).", "two"), "string.quoted.single");
});

test("numbers and characters", async () => {
  for (const [text, scope] of [
    ["0'a", "constant.character"],
    ["0' ", "constant.character"],
    ["0'''", "constant.character"],
    ["0''", "constant.character"],
    ["0'\\n", "constant.character"],
    ["0'\\x41\\", "constant.character"],
    ["0'%", "constant.character"],
    ["0x1F_ff", "constant.numeric.hex"],
    ["0o17", "constant.numeric.octal"],
    ["0b1010", "constant.numeric.binary"],
    ["16'FF", "constant.numeric.radix"],
    ["1_000_000", "constant.numeric.integer"],
    ["1 000", "constant.numeric.integer"],
    ["12", "constant.numeric.integer"],
    ["1.5e-3", "constant.numeric.float"],
    ["1e10", "constant.numeric.float"],
    ["1.0Inf", "constant.numeric.float"],
    ["1r3", "constant.numeric.rational"],
  ]) {
    assert.strictEqual(await scopeOf(`a(${text}, X).`, text), scope, text);
  }
  assert.deepStrictEqual((await scopes("X = 12.")).slice(-2), [
    ["12", "constant.numeric.integer"],
    [".", "punctuation.terminator.clause"],
  ]);
});

test("variables, atoms and what is called", async () => {
  assert.deepStrictEqual(await scopes("initial(_, _A, Été, élan, b_2) :- between(1, 3, Y), f(Y), Z is Y mod 2, !."), [
    ["initial", "support.function.contract"],
    ["(", "punctuation.section.parens"],
    ["_", "variable.language.anonymous"],
    [",", "punctuation.separator.comma"],
    ["_A", "variable.other.unused"],
    [",", "punctuation.separator.comma"],
    ["Été", "variable.other"],
    [",", "punctuation.separator.comma"],
    ["élan", "constant.other.atom"],
    [",", "punctuation.separator.comma"],
    ["b_2", "constant.other.atom"],
    [")", "punctuation.section.parens"],
    [":-", "keyword.operator.clause"],
    ["between", "support.function.builtin"],
    ["(", "punctuation.section.parens"],
    ["1", "constant.numeric.integer"],
    [",", "punctuation.separator.comma"],
    ["3", "constant.numeric.integer"],
    [",", "punctuation.separator.comma"],
    ["Y", "variable.other"],
    [")", "punctuation.section.parens"],
    [",", "punctuation.separator.comma"],
    ["f", "entity.name.function"],
    ["(", "punctuation.section.parens"],
    ["Y", "variable.other"],
    [")", "punctuation.section.parens"],
    [",", "punctuation.separator.comma"],
    ["Z", "variable.other"],
    ["is", "keyword.operator.word"],
    ["Y", "variable.other"],
    ["mod", "keyword.operator.word"],
    ["2", "constant.numeric.integer"],
    [",", "punctuation.separator.comma"],
    ["!", "keyword.control.flow"],
    [".", "punctuation.terminator.clause"],
  ]);
});

test("operators and directives", async () => {
  assert.deepStrictEqual(await scopes(":- dynamic f/1.\na :- X =.. Y, ( b -> \\+ c ; X =\\= 2*3 ), [H|T] = X."), [
    [":-", "keyword.control.directive"],
    ["dynamic", "keyword.other.directive"],
    ["f", "constant.other.atom"],
    ["/", "keyword.operator.symbol"],
    ["1", "constant.numeric.integer"],
    [".", "punctuation.terminator.clause"],
    ["a", "constant.other.atom"],
    [":-", "keyword.operator.clause"],
    ["X", "variable.other"],
    ["=..", "keyword.operator.comparison"],
    ["Y", "variable.other"],
    [",", "punctuation.separator.comma"],
    ["(", "punctuation.section.parens"],
    ["b", "constant.other.atom"],
    ["->", "keyword.control.flow"],
    ["\\+", "keyword.control.flow"],
    ["c", "constant.other.atom"],
    [";", "keyword.control.flow"],
    ["X", "variable.other"],
    ["=\\=", "keyword.operator.comparison"],
    ["2", "constant.numeric.integer"],
    ["*", "keyword.operator.symbol"],
    ["3", "constant.numeric.integer"],
    [")", "punctuation.section.parens"],
    [",", "punctuation.separator.comma"],
    ["[", "punctuation.section.brackets"],
    ["H", "variable.other"],
    ["|", "punctuation.separator.bar"],
    ["T", "variable.other"],
    ["]", "punctuation.section.brackets"],
    ["=", "keyword.operator.comparison"],
    ["X", "variable.other"],
    [".", "punctuation.terminator.clause"],
  ]);
});

test("every token of the rule files has a scope, and none is left open", async () => {
  const grammar = await load();
  const folder = process.env.PYENGINE_RULES || path.join(__dirname, "..", "..", "..", "rules");
  const files = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".pl"));
  assert.ok(files.length > 15);
  for (const file of files) {
    const { found, whole } = tokens(grammar, fs.readFileSync(path.join(folder, file), "utf8"));
    assert.ok(whole, file);
    const bare = found.filter((token) => token.text.trim() && !token.scopes.some((scope) => scope !== "meta.directive"));
    assert.deepStrictEqual(bare, [], file);
  }
});
