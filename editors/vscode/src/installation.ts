// The server installed into an environment of its own, where a person has said yes to it.

import * as os from "os";
import * as path from "path";
import * as vscode from "vscode";
import { run } from "./processes";
import { chosenPython, ownPython } from "./search";

const PACKAGE = "pyengine-logic[editor]";
const MINUTES = 10;
const RECENT = "import sys; sys.exit(sys.version_info < (3, 11))";

/** Ask whether to install the server; give whether it was. */
export async function offerInstallation(context: vscode.ExtensionContext, output: vscode.OutputChannel): Promise<boolean> {
  const install = "Install";
  const settings = "Open Settings";
  const answer = await vscode.window.showInformationMessage(
    `The server of pyengine was not found. Install ${PACKAGE} with pip into an environment of its own, in the storage of this extension?`,
    install,
    settings,
  );
  if (answer === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "pyengine.command");
  }
  return answer === install && (await installServer(context, output));
}

/** Make the environment, and install the server into it. */
export async function installServer(context: vscode.ExtensionContext, output: vscode.OutputChannel): Promise<boolean> {
  const python = await recentPython();
  if (python === undefined) {
    void vscode.window.showErrorMessage("pyengine needs Python 3.11 or later, and none was found.");
    return false;
  }
  const own = ownPython(context);
  const folder = path.join(context.globalStorageUri.fsPath, "server");
  const steps = [
    [...python, "-m", "venv", "--clear", folder],
    [own, "-m", "pip", "install", "--upgrade", PACKAGE],
  ];
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  const work = { location: vscode.ProgressLocation.Notification, title: "Installing the server of pyengine" };
  return vscode.window.withProgress(work, async () => {
    for (const words of steps) {
      output.appendLine(words.join(" "));
      const ended = await run(words, MINUTES * 60, (text) => output.append(text), os.homedir());
      if (ended.status !== 0) {
        output.show(true);
        void vscode.window.showErrorMessage("The server of pyengine could not be installed; the output tells why.");
        return false;
      }
    }
    return true;
  });
}

async function recentPython(): Promise<string[] | undefined> {
  const chosen = await chosenPython();
  const names = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"].map((name) => [name]);
  for (const words of [...(chosen === undefined ? [] : [[chosen]]), ...names, ["py", "-3"]]) {
    if ((await run([...words, "-c", RECENT], 30, undefined, os.homedir())).status === 0) {
      return words;
    }
  }
  return undefined;
}
