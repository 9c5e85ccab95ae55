// The language server over a web socket: what it finds wrong in the text, with the quick fixes that mend it.

import { LSPClient, LSPPlugin, hoverTooltips, serverCompletion, signatureHelp, type Transport } from "@codemirror/lsp-client";
import { forEachDiagnostic, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { ChangeSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { harmless } from "./markup";

interface At {
  readonly line: number;
  readonly character: number;
}

interface Range {
  readonly start: At;
  readonly end: At;
}

interface Told {
  readonly range: Range;
  readonly severity?: number;
  readonly message: string;
  readonly code?: string | number;
}

interface Edit {
  readonly range: Range;
  readonly newText: string;
}

interface CodeAction {
  readonly title: string;
  readonly edit?: {
    readonly changes?: Readonly<Record<string, readonly Edit[]>>;
    readonly documentChanges?: readonly { readonly textDocument: { readonly uri: string }; readonly edits: readonly Edit[] }[];
  };
}

export interface Outlined {
  readonly name: string;
  readonly detail?: string;
  readonly selectionRange: Range;
}

/** What is wrong at a place of the text, and what can be done about it. */
export interface Problem {
  readonly line: number;
  readonly from: number;
  readonly severity: Diagnostic["severity"];
  readonly message: string;
  readonly fixes: readonly Fix[];
}

export interface Fix {
  readonly title: string;
  readonly apply: () => void;
}

const SEVERITIES: readonly Diagnostic["severity"][] = ["error", "error", "warning", "info", "hint"];
const MOST_FIXED = 40; // problems that quick fixes are asked for
const PAUSE = 2000;

/** The connection with the server; `renewed` is told when there is a new client, which texts have to be opened with again. */
export class LanguageServer {
  client: LSPClient;

  constructor(
    private readonly address: string,
    private readonly renewed: () => void,
    private readonly found: (view: EditorView) => void,
  ) {
    this.client = this.connect();
  }

  private connect(): LSPClient {
    const client = new LSPClient({
      timeout: 20_000,
      sanitizeHTML: harmless,
      initializationOptions: { walk: true },
      extensions: [
        serverCompletion(),
        hoverTooltips(),
        signatureHelp(),
        {
          clientCapabilities: {
            textDocument: {
              publishDiagnostics: { versionSupport: true },
              codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
              documentSymbol: { hierarchicalDocumentSymbolSupport: true },
            },
          },
          notificationHandlers: { "textDocument/publishDiagnostics": (to, params: Published) => this.show(to, params) },
        },
      ],
    });
    client.connect(
      transportTo(this.address, () => {
        setTimeout(() => {
          this.client = this.connect();
          this.renewed();
        }, PAUSE);
      }),
    );
    client.initializing.catch(() => undefined);
    return client;
  }

  private show(client: LSPClient, params: Published): boolean {
    const file = client.workspace.getFile(params.uri);
    const view = file?.getView();
    const plugin = view && LSPPlugin.get(view);
    if (!file || !view || !plugin || (params.version != null && params.version !== file.version)) return true;
    const place = (at: At): number => plugin.unsyncedChanges.mapPos(offsetOf(plugin, at));
    const shown = params.diagnostics.map((told): Diagnostic => {
      const from = place(told.range.start);
      const severity = SEVERITIES[told.severity ?? 1] ?? "error";
      return { from, to: Math.max(from, place(told.range.end)), severity, message: told.message };
    });
    view.dispatch(setDiagnostics(view.state, shown));
    this.found(view);
    void this.addFixes(client, view, params, shown);
    return true;
  }

  /** Asks for quick fixes of what was found, and shows them with it, unless the text is another by then. */
  private async addFixes(client: LSPClient, view: EditorView, params: Published, shown: readonly Diagnostic[]): Promise<void> {
    const { doc } = view.state;
    const asked = params.diagnostics.slice(0, MOST_FIXED).map(async (told): Promise<readonly CodeAction[]> => {
      const { range, severity, message, code } = told;
      const context = { diagnostics: [{ range, severity, message, code }], only: ["quickfix"] };
      const actions = client.request<object, readonly CodeAction[] | null>("textDocument/codeAction", {
        textDocument: { uri: params.uri },
        range: told.range,
        context,
      });
      return (await actions.catch(() => null)) ?? [];
    });
    const found = await Promise.all(asked);
    if (view.state.doc !== doc || found.every((actions) => actions.length === 0)) return;
    const mended = shown.map((one, at) => {
      const actions = (found[at] ?? []).filter((action) => editsOf(action, params.uri).length > 0);
      return { ...one, actions: actions.map((action) => ({ name: action.title, apply: (to: EditorView) => applyEdits(to, editsOf(action, params.uri)) })) };
    });
    view.dispatch(setDiagnostics(view.state, mended));
    this.found(view);
  }
}

interface Published {
  readonly uri: string;
  readonly version?: number | null;
  readonly diagnostics: readonly Told[];
}

function editsOf(action: CodeAction, uri: string): readonly Edit[] {
  const changes = action.edit?.documentChanges?.filter((change) => change.textDocument.uri === uri).flatMap((change) => change.edits);
  return changes ?? action.edit?.changes?.[uri] ?? [];
}

function offsetOf(plugin: LSPPlugin, at: At): number {
  const doc = plugin.syncedDoc;
  if (at.line >= doc.lines) return doc.length;
  const line = doc.line(at.line + 1);
  return Math.min(line.from + at.character, line.to);
}

/** Puts edits of the server into the text; they are of the text as it is. */
export function applyEdits(view: EditorView, edits: readonly Edit[]): void {
  const { doc } = view.state;
  const at = ({ line, character }: At): number => (line >= doc.lines ? doc.length : Math.min(doc.line(line + 1).from + character, doc.line(line + 1).to));
  const changes: ChangeSpec[] = edits.map(({ range, newText }) => ({ from: at(range.start), to: at(range.end), insert: newText }));
  view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
  view.focus();
}

/** What is shown as wrong in the text now, in the order of the text. */
export function problemsIn(view: EditorView): Problem[] {
  const problems: Problem[] = [];
  forEachDiagnostic(view.state, (one, from, to) => {
    const fixes = (one.actions ?? []).map((action) => ({ title: action.name, apply: () => action.apply(view, from, to) }));
    problems.push({ line: view.state.doc.lineAt(from).number, from, severity: one.severity, message: one.message, fixes });
  });
  return problems.sort((one, other) => one.from - other.from);
}

/** The predicates of the text, as the server tells them. */
export async function outlineOf(view: EditorView): Promise<readonly Outlined[]> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return [];
  plugin.client.sync();
  const asked = plugin.client.request<object, readonly Outlined[] | null>("textDocument/documentSymbol", { textDocument: { uri: plugin.uri } });
  return (await asked) ?? [];
}

function transportTo(address: string, lost: () => void): Transport {
  const socket = new WebSocket(address);
  const handlers = new Set<(message: string) => void>();
  let unsent: string[] = [];
  socket.addEventListener("open", () => {
    for (const message of unsent) socket.send(message);
    unsent = [];
  });
  socket.addEventListener("message", (event) => {
    for (const handler of [...handlers]) handler(String(event.data));
  });
  socket.addEventListener("close", lost);
  return {
    send: (message) => {
      if (socket.readyState === WebSocket.CONNECTING) unsent.push(message);
      else if (socket.readyState === WebSocket.OPEN) socket.send(message);
    },
    subscribe: (handler) => void handlers.add(handler),
    unsubscribe: (handler) => void handlers.delete(handler),
  };
}
