// What commands answer, and where it is shown.

import * as vscode from "vscode";
import { picturePage } from "./pages";

export interface Answer {
  readonly title: string;
  readonly text: string;
  readonly failed?: boolean;
  readonly svg?: string;
  readonly words?: readonly string[];
}

export class Answers implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;

  constructor(private readonly output: vscode.OutputChannel) {}

  /** Show an answer: a game to play in a terminal, a picture in a panel, a text in the output. */
  show(answer: Answer): void {
    if (answer.failed) {
      this.tell(answer);
      const first = answer.text.split("\n", 1)[0];
      void vscode.window.showErrorMessage(`${answer.title}: ${first}`);
    } else if (answer.words !== undefined && answer.words.length > 0) {
      this.play(answer.title, answer.words);
    } else if (answer.svg !== undefined) {
      this.draw(answer, answer.svg);
    } else if (answer.text !== "") {
      this.tell(answer);
    }
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private tell(answer: Answer): void {
    this.output.appendLine(`── ${answer.title}`);
    this.output.appendLine(answer.text.trimEnd());
    this.output.appendLine("");
    this.output.show(true);
  }

  /** The words are a program and its arguments, which no shell reads. */
  private play(title: string, words: readonly string[]): void {
    const terminal = vscode.window.createTerminal({ name: title, shellPath: words[0], shellArgs: words.slice(1) });
    terminal.show();
  }

  private draw(answer: Answer, svg: string): void {
    if (this.panel === undefined) {
      const options = { enableScripts: false, enableForms: false, enableCommandUris: false, localResourceRoots: [] };
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel("pyengine.tree", answer.title, column, options);
      this.panel.onDidDispose(() => (this.panel = undefined));
    } else {
      this.panel.reveal(undefined, true);
    }
    this.panel.title = answer.title;
    this.panel.webview.html = picturePage(answer.title, svg, answer.text);
  }
}
