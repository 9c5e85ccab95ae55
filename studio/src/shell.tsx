// What stands around the views: the game that is open, the tabs, language and colours, the status line.

import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardPane } from "./boardpane";
import { GamePicker } from "./gamepicker";
import { LANGUAGES, Words, sayIn, useWords } from "./i18n";
import { HelpDialog, useKeys } from "./keys";
import { useSession, useStudio } from "./session";
import { VIEW_NAMES, type Theme, type ViewName } from "./state";
import { VIEWS } from "./views";

export function Shell(): JSX.Element {
  const language = useStudio((state) => state.language);
  const theme = useStudio((state) => state.theme);
  const say = useMemo(() => sayIn(language), [language]);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset["theme"] = theme;
  }, [language, theme]);
  return (
    <Words.Provider value={say}>
      <Rooms />
    </Words.Provider>
  );
}

function Rooms(): JSX.Element {
  const view = useStudio((state) => state.view);
  const [help, setHelp] = useState(false);
  useKeys(() => setHelp(true));
  const entry = VIEWS[view];
  const { current: seen } = useRef(new Set<ViewName>());
  if (entry.stays) seen.add(view);
  return (
    <div class="studio" data-view={view}>
      <Header onHelp={() => setHelp(true)} />
      <main class={entry.board ? "with-board" : "without-board"}>
        {entry.board && <BoardPane />}
        {VIEW_NAMES.filter((name) => name === view || seen.has(name)).map((name) => (
          <ViewPane key={name} name={name} hidden={name !== view} />
        ))}
      </main>
      <Status />
      {help && <HelpDialog onClose={() => setHelp(false)} />}
    </div>
  );
}

function ViewPane({ name, hidden }: { readonly name: ViewName; readonly hidden: boolean }): JSX.Element {
  const { View } = VIEWS[name];
  return (
    <section class="view-pane" hidden={hidden}>
      <View />
    </section>
  );
}

function Header({ onHelp }: { readonly onHelp: () => void }): JSX.Element {
  const say = useWords();
  return (
    <header class="bar">
      <h1>
        <img src="/icon.svg" alt="" width="28" height="28" /> <span>pyengine studio</span>
      </h1>
      <GamePicker />
      <Tabs />
      <div class="settings">
        <LanguageChoice />
        <ThemeChoice />
        <button type="button" class="quiet round" aria-label={say("help.title")} title={say("help.title")} onClick={onHelp}>
          ?
        </button>
      </div>
    </header>
  );
}

function Tabs(): JSX.Element {
  const say = useWords();
  const session = useSession();
  const current = useStudio((state) => state.view);
  return (
    <nav class="tabs" aria-label={say("shell.tabs")}>
      {VIEW_NAMES.map((name) => (
        <button type="button" key={name} data-tab={name} aria-current={name === current ? "page" : undefined} onClick={() => session.show(name)}>
          {say(VIEWS[name].title)}
        </button>
      ))}
    </nav>
  );
}

function LanguageChoice(): JSX.Element {
  const say = useWords();
  const { store } = useSession();
  const language = useStudio((state) => state.language);
  return (
    <select aria-label={say("shell.language")} value={language} onChange={(event) => store.set({ language: event.currentTarget.value })}>
      {LANGUAGES.map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

const THEMES: Readonly<Record<Theme, { readonly sign: string; readonly next: Theme }>> = {
  auto: { sign: "◐", next: "light" },
  light: { sign: "☀", next: "dark" },
  dark: { sign: "☾", next: "auto" },
};

function ThemeChoice(): JSX.Element {
  const say = useWords();
  const { store } = useSession();
  const theme = useStudio((state) => state.theme);
  const label = `${say("shell.theme")}: ${say(`theme.${theme}`)}`;
  return (
    <button type="button" class="quiet round" data-theme-choice aria-label={label} title={label} onClick={() => store.set({ theme: THEMES[theme].next })}>
      <span aria-hidden="true">{THEMES[theme].sign}</span>
    </button>
  );
}

function Status(): JSX.Element {
  const say = useWords();
  const link = useStudio((state) => state.link);
  const told = useStudio((state) => state.told);
  const version = useStudio((state) => state.hello?.version);
  return (
    <footer class="status">
      <span role="status" aria-live="polite">
        {link === "connecting" && !version ? say("link.connecting") : told}
      </span>
      <span class="version">{version ? `pyengine ${version}` : ""}</span>
    </footer>
  );
}
