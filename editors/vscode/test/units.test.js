"use strict";
const assert = require("node:assert");
const { mkdtempSync } = require("fs");
const os = require("os");
const path = require("path");
const { test } = require("node:test");
const { buildSync } = require("esbuild");

/** Compile one module of the sources, and load it. */
function compiled(name) {
  const outfile = path.join(mkdtempSync(path.join(os.tmpdir(), "pyengine-")), `${name}.js`);
  buildSync({ entryPoints: [path.join(__dirname, "..", "src", `${name}.ts`)], bundle: true, platform: "node", outfile });
  return require(outfile);
}

test("games are recognized by their clauses", () => {
  const { isGame } = compiled("recognition");
  assert.ok(isGame("player(a).\ninitial(1).\n"));
  assert.ok(isGame("% for pyengine\n"));
  assert.ok(isGame("moves(a, [b]).\nmax_to_move(a).\n"));
  assert.ok(!isGame("player(a).\nplayer(b).\n"));
  assert.ok(!isGame("#!/usr/bin/perl\nplayer(1);\nmove(2);\n"));
  assert.ok(!isGame("use strict;\ninitial(1);\nmove(2);\n"));
  assert.ok(!isGame("  move(1, 2).\n  initial(3).\n"));
  assert.ok(!isGame(""));
});

test("a page of a picture runs and loads nothing", () => {
  const { picturePage } = compiled("pages");
  const page = picturePage("<b>&\"'", "<svg><script>alert(1)</script></svg>", "<i>text</i>");
  assert.match(page, /content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"/);
  assert.ok(!/<script|<b>|<i>|<svg/.test(page));
  assert.ok(page.includes("&lt;b&gt;&amp;&quot;&#39;"));
});

test("programs are run to their end, or to the end of their time", async () => {
  const { run } = compiled("processes");
  assert.deepStrictEqual(await run([process.execPath, "-e", "console.log(1); process.exit(3)"], 60), { status: 3, output: "1\n" });
  assert.strictEqual((await run([process.execPath, "-e", "setInterval(() => {}, 1000)"], 0.5)).status, null);
  assert.strictEqual((await run(["no-such-program-anywhere"], 60)).status, null);
});
