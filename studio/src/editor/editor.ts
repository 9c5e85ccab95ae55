// The text of the rules: CodeMirror, with the language server behind it. A part of its own, loaded when it is first shown.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { findReferencesKeymap, formatDocument, formatKeymap, jumpToDefinitionKeymap, renameKeymap } from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { LanguageServer, outlineOf, problemsIn, type Outlined, type Problem } from "./language";
import { COLOURS, prolog } from "./prolog";

export type { Outlined, Problem } from "./language";

export interface EditorEvents {
  readonly typed: (text: string) => void;
  readonly found: (problems: readonly Problem[]) => void;
}

/** An editor in an element: one text at a time, each with a history of its own. */
export class Editor {
  private readonly view: EditorView;
  private readonly server: LanguageServer;
  private readonly service = new Compartment();
  private readonly words = new Compartment();
  private uri = "untitled:new.pl";

  constructor(
    parent: HTMLElement,
    address: string,
    label: string,
    private readonly events: EditorEvents,
  ) {
    this.view = new EditorView({ parent });
    this.server = new LanguageServer(
      address,
      () => this.attach(),
      (view) => this.events.found(problemsIn(view)),
    );
    this.label = label;
  }

  private label: string;

  /** Shows another text, from its beginning. */
  open(uri: string, text: string): void {
    this.view.setState(EditorState.create({ doc: "", extensions: [] })); // the text before is closed, though it may have the same name
    this.uri = uri;
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions() }));
    this.events.found([]);
  }

  relabel(label: string): void {
    this.label = label;
    this.view.dispatch({ effects: this.words.reconfigure(labelled(label)) });
  }

  /** Puts another text in place of the one that is there, as a change that can be undone. */
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  goTo(offset: number): void {
    const at = Math.min(offset, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  /** The editor was out of sight, and has to measure itself again. */
  shown(): void {
    this.view.requestMeasure();
  }

  format(): void {
    formatDocument(this.view);
    this.view.focus();
  }

  outline(): Promise<readonly Outlined[]> {
    return outlineOf(this.view);
  }

  goToSymbol(symbol: Outlined): void {
    const { line, character } = symbol.selectionRange.start;
    const { doc } = this.view.state;
    if (line < doc.lines) this.goTo(doc.line(line + 1).from + character);
  }

  /** Applies the only quick fix at the line of the cursor; gives them all where there are several. */
  fixesHere(): readonly Problem[] {
    const { state } = this.view;
    const line = state.doc.lineAt(state.selection.main.head).number;
    return problemsIn(this.view).filter((problem) => problem.line === line && problem.fixes.length > 0);
  }

  private attach(): void {
    this.view.dispatch({ effects: this.service.reconfigure(this.server.client.plugin(this.uri, "prolog")) });
  }

  private extensions(): Extension {
    return [
      lineNumbers(),
      lintGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      highlightSelectionMatches(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ activateOnTypingDelay: 150 }),
      indentUnit.of("    "),
      EditorState.tabSize.of(4),
      EditorView.lineWrapping,
      prolog(),
      syntaxHighlighting(COLOURS),
      this.words.of(labelled(this.label)),
      keymap.of([
        { key: "F8", run: nextDiagnostic, shift: previousDiagnostic },
        ...formatKeymap,
        ...renameKeymap,
        ...jumpToDefinitionKeymap,
        ...findReferencesKeymap,
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          this.events.typed(this.text);
          this.events.found(problemsIn(update.view));
          clearTimeout(this.pause);
          this.pause = setTimeout(() => this.server.client.sync(), 120);
        }
      }),
      this.service.of(this.server.client.plugin(this.uri, "prolog")),
    ];
  }

  private pause: ReturnType<typeof setTimeout> | undefined;
}

function labelled(label: string): Extension {
  return EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" });
}
