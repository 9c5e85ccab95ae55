// The extension: it finds the server, starts it, and shows what it answers.

import * as os from "os";
import * as vscode from "vscode";
import { ExecuteCommandSignature, LanguageClient, LanguageClientOptions, Middleware } from "vscode-languageclient/node";
import { Answer, Answers } from "./answers";
import { installServer, offerInstallation } from "./installation";
import { isGame } from "./recognition";
import { findServer } from "./search";

const LANGUAGE = "pyengine";
const CLOSED_AFTER = 1000; // milliseconds
const OTHERS = new Set(["perl", "prolog", "plaintext"]);

let client: LanguageClient | undefined;

/** Start the server where there is one; what is given back is for tests. */
export async function activate(context: vscode.ExtensionContext): Promise<{ client(): LanguageClient | undefined }> {
  const output = vscode.window.createOutputChannel("pyengine");
  const answers = new Answers(output);
  context.subscriptions.push(output, answers, recognizing());
  let begun: Promise<void> | undefined;

  const start = async (ask: boolean): Promise<void> => {
    const log = (text: string) => output.appendLine(text);
    let words = await findServer(context, log);
    if (words === undefined && ask && (await offerInstallation(context, output))) {
      words = await findServer(context, log);
    }
    if (words !== undefined) {
      client = makeClient(words, output, answers);
      await client.start();
      await setRunning(true);
    }
  };
  const restart = async (): Promise<void> => {
    await begun?.catch(() => undefined);
    await client?.stop().catch(() => undefined);
    client = undefined;
    await setRunning(false);
    begun = start(true);
    await begun;
  };
  const needed = async (): Promise<void> => {
    if (begun === undefined && vscode.workspace.textDocuments.some((document) => document.languageId === LANGUAGE)) {
      begun = start(true);
      await begun.catch((error) => void vscode.window.showErrorMessage(`The server of pyengine did not start: ${error}`));
    }
  };

  context.subscriptions.push(
    vscode.commands.registerCommand("pyengine.restart", restart),
    vscode.commands.registerCommand("pyengine.install", async () => {
      if (await installServer(context, output)) {
        await restart();
      }
    }),
    vscode.workspace.onDidOpenTextDocument(needed),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (begun !== undefined && ["command", "walk", "inlayHints", "codeLens"].some((name) => change.affectsConfiguration(`pyengine.${name}`))) {
        await restart();
      }
    }),
  );
  await needed();
  return { client: () => client };
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** The palette has the commands of the server while it runs. */
async function setRunning(running: boolean): Promise<void> {
  await vscode.commands.executeCommand("setContext", "pyengine.running", running);
}

/** Take files for rules whose clauses are a game's; what a person has chosen for a file afterwards stays. */
function recognizing(): vscode.Disposable {
  const seen = new Set<string>();
  const look = (document: vscode.TextDocument) => {
    const uri = document.uri.toString();
    const wanted = vscode.workspace.getConfiguration("pyengine", document.uri).get<boolean>("recognize", true);
    if (!wanted || seen.has(uri) || !document.uri.path.endsWith(".pl") || !OTHERS.has(document.languageId)) {
      return;
    }
    if (isGame(document.getText())) {
      seen.add(uri);
      void vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    }
  };
  vscode.workspace.textDocuments.forEach(look);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidSaveTextDocument(look),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      // A change of language closes a text, and opens it again.
      const isOpen = () => vscode.workspace.textDocuments.some((other) => other.uri.toString() === uri.toString());
      setTimeout(() => isOpen() || seen.delete(uri.toString()), CLOSED_AFTER);
    }),
  );
}

function makeClient(words: readonly string[], output: vscode.OutputChannel, answers: Answers): LanguageClient {
  const settings = vscode.workspace.getConfiguration("pyengine");
  // What the folder holds is not what is run: the server begins in a folder of the person's own.
  const program = { command: words[0], args: [...words.slice(1), "lsp"], options: { cwd: os.homedir() } };
  const options: LanguageClientOptions = {
    documentSelector: ["file", "untitled"].map((scheme) => ({ language: LANGUAGE, scheme })),
    outputChannel: output,
    initializationOptions: { walk: settings.get("walk", true), answers: true },
    middleware: middleware(answers, settings),
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.pl") },
  };
  return new LanguageClient("pyengine", "pyengine", program, options);
}

function middleware(answers: Answers, settings: vscode.WorkspaceConfiguration): Middleware {
  return {
    provideCodeLenses: (document, token, next) => (settings.get("codeLens", true) ? next(document, token) : []),
    provideInlayHints: (document, range, token, next) =>
      settings.get("inlayHints", true) ? next(document, range, token) : [],
    executeCommand: (command, given, next) => ask(answers, command, given, next),
  };
}

/** Have the server run a command on the text that is asked for, or on the one that is looked at, and show what it answers. */
async function ask(answers: Answers, command: string, given: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
  const active = vscode.window.activeTextEditor?.document.uri.toString();
  const uri = (given[0] as { uri?: string } | undefined)?.uri ?? active;
  if (uri === undefined) {
    return undefined;
  }
  if (command === "pyengine.play") {
    await vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri)?.save();
  }
  const answer = (await next(command, [{ uri }])) as Answer | undefined;
  if (answer !== undefined && answer !== null) {
    answers.show(answer);
  }
  return answer;
}
