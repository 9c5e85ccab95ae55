// Builds the page into the folder that is shipped (or the one that is named): the same source gives the same bytes, so that what is
// committed can be compared with what is built.
import * as esbuild from "esbuild";
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const into = path.resolve(process.argv[2] ?? path.join(here, "..", "pyengine", "studio", "page"));

/** One file a language: whatever is in i18n/ is a language of the page. */
const languages = {
  name: "languages",
  setup(build) {
    build.onResolve({ filter: /^studio:languages$/ }, () => ({ path: "languages", namespace: "studio" }));
    build.onLoad({ filter: /.*/, namespace: "studio" }, async () => {
      const files = (await readdir(path.join(here, "i18n"))).filter((file) => file.endsWith(".json")).sort();
      const imports = files.map((file, at) => `import l${at} from "./i18n/${file}";`);
      const rows = files.map((file, at) => `${JSON.stringify(path.basename(file, ".json"))}: l${at}`);
      return { contents: `${imports.join("\n")}\nexport default { ${rows.join(", ")} };`, resolveDir: here };
    });
  },
};

/** The folder of the package that a bundled file is of, or null for a file of ours. */
function packageOf(input) {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  return found ? found[1] : null;
}

async function licences(metafile) {
  const folders = [...new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean))].sort();
  const texts = [];
  for (const folder of folders) {
    const about = JSON.parse(await readFile(path.join(here, folder, "package.json"), "utf8"));
    const file = (await readdir(path.join(here, folder))).find((name) => /^licen[cs]e/i.test(name));
    if (!file) throw new Error(`${about.name} has no licence file`);
    texts.push(`${about.name} ${about.version} (${about.license})\n\n${(await readFile(path.join(here, folder, file), "utf8")).trim()}\n`);
  }
  return `What app.js and its parts are built of, besides pyengine itself.\n\n${texts.join(`\n${"-".repeat(72)}\n\n`)}`;
}

await rm(into, { recursive: true, force: true });
await mkdir(into, { recursive: true });
const result = await esbuild.build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx" },
  outdir: into,
  bundle: true,
  splitting: true,
  chunkNames: "[name]",
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  plugins: [languages],
  metafile: true,
  logLevel: "warning",
});
await copyFile(path.join(here, "src", "index.html"), path.join(into, "index.html"));
await copyFile(path.join(here, "src", "icon.svg"), path.join(into, "icon.svg"));
await writeFile(path.join(into, "licences.txt"), await licences(result.metafile));
