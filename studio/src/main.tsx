// The page begins here: what it was before it was loaded again, or what its link holds; then the connection, and the shell.

import { render } from "preact";
import { keepDraft } from "./drafts";
import { preferredLanguage } from "./i18n";
import { Session, SessionContext } from "./session";
import { keptOf, readFragment, readKept } from "./share";
import { Shell } from "./shell";
import { Store, type Theme } from "./state";
import "./style.css";

const KEPT = "pyengine.studio"; // what a tab keeps of its game while it is loaded again
const SETTINGS = "pyengine.settings";

interface Settings {
  readonly language?: string;
  readonly theme?: Theme;
}

function settings(): Settings {
  try {
    return (JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") ?? {}) as Settings;
  } catch {
    return {};
  }
}

/** Keeps what the page holds, a moment after it changed. */
function keep(store: Store): void {
  let pause: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    pause = undefined;
    keepDraft(store.state);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(keptOf(store.state)));
      localStorage.setItem(SETTINGS, JSON.stringify({ language: store.state.language, theme: store.state.theme }));
    } catch {
      // there is no room: the page works, and a reload begins anew
    }
  };
  store.listen(() => (pause ??= setTimeout(write, 300)));
  addEventListener("pagehide", write);
}

async function start(): Promise<void> {
  const linked = await readFragment(location.hash);
  if (location.hash !== "") history.replaceState(null, "", location.pathname);
  const kept = readKept(sessionStorage.getItem(KEPT) ?? "");
  const { language, theme } = settings();
  const store = new Store({ language: preferredLanguage([...(language ? [language] : []), ...navigator.languages]), theme: theme ?? "auto" });
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
  const session = new Session(store, address, linked ?? (kept && kept.text !== "" ? kept : null));
  keep(store);
  const root = document.getElementById("studio");
  if (!root) throw new Error("the page has no place for the studio");
  root.replaceChildren();
  render(
    <SessionContext.Provider value={session}>
      <Shell />
    </SessionContext.Provider>,
    root,
  );
}

void start();
