// Write: the rules as text, what is wrong with them and how it is mended, their parameters, and saving by the user's word alone.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../dialog";
import type { Editor, Outlined, Problem } from "../editor/editor";
import { useWords } from "../i18n";
import { useShortcuts, type Shortcut } from "../keys";
import { useSession, useStudio, type Session } from "../session";
import { Parameters } from "./parameters";
import { SaveDialog, saveRules } from "./save";
import "./write.css";

/** Keys that the editor hears itself, for the help. */
const TOLD: readonly Shortcut[] = [
  { keys: "Ctrl+Space", means: "write.key.complete", views: ["write"] },
  { keys: "F8", means: "write.key.next", views: ["write"] },
  { keys: "Ctrl+.", means: "write.key.fix", views: ["write"] },
  { keys: "Shift+Alt+f", means: "write.format", views: ["write"] },
  { keys: "F12", means: "write.key.definition", views: ["write"] },
  { keys: "F2", means: "write.key.rename", views: ["write"] },
  { keys: "Escape, Tab", means: "write.key.leave", views: ["write"] },
];

export function WriteView(): JSX.Element {
  const say = useWords();
  const session = useSession();
  const holder = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [outline, setOutline] = useState<readonly Outlined[] | null>(null);
  const [fixes, setFixes] = useState<readonly Problem[] | null>(null);
  const opening = useStudio((state) => state.opening);
  const shown = useStudio((state) => state.view === "write");
  const empty = useStudio((state) => state.rules.text === "");
  const goal = useRef<Outlined | null>(null); // gone to once the dialog has given the focus back
  useShortcuts(TOLD);

  useEffect(() => {
    let gone = false;
    void import("../editor/editor").then((part) => {
      if (gone || !holder.current) return;
      const events = { typed: (text: string) => session.write(text), found: setProblems };
      setEditor(new part.Editor(holder.current, session.languageAddress, say("write.text"), events));
    });
    return () => void (gone = true);
  }, []);
  useEffect(() => {
    if (editor) openIn(editor, session);
  }, [editor, opening]);
  useEffect(() => editor?.relabel(say("write.text")), [say]);
  useEffect(() => {
    if (outline !== null || goal.current === null) return;
    editor?.goToSymbol(goal.current);
    goal.current = null;
  }, [outline]);
  useEffect(() => (shown ? editor?.shown() : undefined), [shown]);

  const onKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key !== ".") return;
    event.preventDefault();
    const here = editor?.fixesHere() ?? [];
    const all = here.flatMap((problem) => problem.fixes);
    if (all.length === 1) all[0]?.apply();
    else if (all.length > 1) setFixes(here);
    else session.tell(say("write.nofix"));
  };

  return (
    <div class="write" onKeyDown={onKey}>
      <h2 class="hidden">{say("write.title")}</h2>
      <div class="row tools">
        <SaveButton />
        <button type="button" disabled={!editor} onClick={() => editor?.format()}>
          {say("write.format")}
        </button>
        <button type="button" disabled={!editor} onClick={() => void editor?.outline().then(setOutline, () => setOutline([]))}>
          {say("write.outline")}
        </button>
        <Checked problems={problems} />
      </div>
      <Parameters />
      {empty && <Templates />}
      <div class="text" ref={holder} />
      <Problems problems={problems} goTo={(problem) => editor?.goTo(problem.from)} />
      {outline && (
        <Dialog title={say("write.outline")} onClose={() => setOutline(null)}>
          <Outline
            symbols={outline}
            goTo={(symbol) => {
              goal.current = symbol;
              setOutline(null);
            }}
          />
        </Dialog>
      )}
      {fixes && (
        <Dialog title={say("write.fixes")} onClose={() => setFixes(null)}>
          <Problems problems={fixes} goTo={(problem) => editor?.goTo(problem.from)} done={() => setFixes(null)} />
        </Dialog>
      )}
    </div>
  );
}

const FOLDER = "file:///studio/"; // what pages call the folder, whatever it is called on the machine

/** Opens the text of the state in the editor, under the name by which the language server finds what it includes. */
function openIn(editor: Editor, session: Session): void {
  const { rules } = session.state;
  const file = rules.file ?? `${rules.name || "new"}.pl`;
  editor.open(FOLDER + file.split("/").map(encodeURIComponent).join("/"), rules.text);
}

function SaveButton(): JSX.Element {
  const say = useWords();
  const session = useSession();
  const rules = useStudio((state) => state.rules);
  const [asking, ask] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s" || session.state.view !== "write") return;
      event.preventDefault();
      void saveRules(session, say).then((saved) => ask(!saved));
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [say]);
  return (
    <>
      <button
        type="button"
        class={rules.text === rules.saved && rules.file !== null ? "" : "primary"}
        disabled={rules.text === ""}
        onClick={() => void saveRules(session, say).then((saved) => ask(!saved))}
      >
        {say("write.save")}
      </button>
      {asking && <SaveDialog onClose={() => ask(false)} />}
    </>
  );
}

/** Whether the rules are a game, in a word. */
function Checked({ problems }: { readonly problems: readonly Problem[] }): JSX.Element {
  const say = useWords();
  const game = useStudio((state) => state.game);
  const problem = useStudio((state) => state.problem);
  const loading = useStudio((state) => state.loading);
  const errors = problems.filter((one) => one.severity === "error").length;
  if (errors > 0) return <span class="checked bad">{say(errors === 1 ? "write.error" : "write.errors", { count: errors })}</span>;
  if (problem) return <span class="checked bad">{problem.message.split("\n")[0]}</span>;
  if (loading) return <span class="checked faint">{say("write.checking")}</span>;
  return game ? <span class="checked good">{say("write.good")}</span> : <span class="checked faint" />;
}

function Templates(): JSX.Element {
  const say = useWords();
  const session = useSession();
  const templates = useStudio((state) => state.hello?.templates ?? null);
  return (
    <div class="card templates">
      <p>{say("write.empty")}</p>
      <div class="row">
        {(templates ?? []).map((template) => (
          <button type="button" key={template.name} onClick={() => void session.open({ template: template.name }).catch(() => undefined)}>
            {template.title || template.name}
          </button>
        ))}
      </div>
    </div>
  );
}

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly goTo: (problem: Problem) => void;
  readonly done?: () => void;
}

function Problems({ problems, goTo, done }: ProblemsProps): JSX.Element {
  const say = useWords();
  return (
    <ul class="problems" aria-label={say("write.problems")}>
      {problems.map((problem, at) => (
        <li key={at} class={problem.severity}>
          <button type="button" class="quiet where" onClick={() => goTo(problem)}>
            {say("write.line", { line: problem.line })}
          </button>
          <span class="what">{problem.message}</span>
          {problem.fixes.map((fix) => (
            <button
              type="button"
              class="fix"
              key={fix.title}
              onClick={() => {
                done?.();
                fix.apply();
              }}
            >
              {fix.title}
            </button>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Outline({ symbols, goTo }: { readonly symbols: readonly Outlined[]; readonly goTo: (symbol: Outlined) => void }): JSX.Element {
  const say = useWords();
  if (symbols.length === 0) return <p class="faint">{say("game.none")}</p>;
  return (
    <ul class="outline">
      {symbols.map((symbol, at) => (
        <li key={at}>
          <button type="button" class="quiet" onClick={() => goTo(symbol)}>
            <code>{symbol.name}</code> <span class="faint">{symbol.detail}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
