// Where the server is: the words that start pyengine.

import * as fs from "fs";
import * as os from "os";
import * as path from "path";
import * as vscode from "vscode";
import { run } from "./processes";

const PROBE_SECONDS = 30;
const HAS_SERVER = "import pyengine.editor.features";

/** The Python of the environment that this extension makes, if it is asked to. */
export function ownPython(context: vscode.ExtensionContext): string {
  const folder = path.join(context.globalStorageUri.fsPath, "server");
  return process.platform === "win32" ? path.join(folder, "Scripts", "python.exe") : path.join(folder, "bin", "python");
}

/** What starts pyengine with a Python: -P, so that nothing in the folder that is open is imported. */
function withPython(python: string): string[] {
  return [python, "-P", "-m", "pyengine"];
}

/** Find what starts pyengine with its server; undefined where there is none. */
export async function findServer(context: vscode.ExtensionContext, log: (text: string) => void): Promise<string[] | undefined> {
  const said = vscode.workspace.getConfiguration("pyengine").get<string[]>("command", []);
  if (said.length > 0) {
    return said;
  }
  const chosen = await chosenPython();
  if (chosen !== undefined && (await serves([chosen, "-P", "-c", HAS_SERVER], log))) {
    return withPython(chosen);
  }
  if (await serves(["pyengine", "lsp"], log)) {
    return ["pyengine"];
  }
  const own = ownPython(context);
  return fs.existsSync(own) && (await serves([own, "-P", "-c", HAS_SERVER], log)) ? withPython(own) : undefined;
}

/** Run what ends at once, and well, where the server is; a server whose input is empty does. */
async function serves(words: string[], log: (text: string) => void): Promise<boolean> {
  const ended = await run(words, PROBE_SECONDS, undefined, os.homedir());
  log(`${words.join(" ")}: ${ended.status === 0 ? "it is there" : ended.output.trim() || `status ${ended.status}`}`);
  return ended.status === 0;
}

interface PythonExtension {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(path: { readonly path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  };
}

/** Ask the Python extension for the interpreter that was chosen; not in a folder that is not trusted, which may choose it. */
export async function chosenPython(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension === undefined || !vscode.workspace.isTrusted) {
    return undefined;
  }
  try {
    const { environments } = await extension.activate();
    const found = await environments?.resolveEnvironment(
      environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri),
    );
    return found?.executable.uri?.fsPath;
  } catch {
    return undefined;
  }
}
