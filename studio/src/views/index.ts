// The views of the studio.

import "../study.css";
import type { ComponentType } from "preact";
import type { Key } from "../i18n";
import type { ViewName } from "../state";
import { AnalyseView } from "./analyse";
import { CompareView } from "./compare";
import { PlayView } from "./play";
import { SearchView } from "./search";
import { WriteView } from "./write";

export interface ViewEntry {
  readonly title: Key;
  readonly board: boolean; // whether the board stands beside it
  readonly stays?: true; // in the page once it was shown: an editor keeps its history
  readonly View: ComponentType;
}

export const VIEWS: Readonly<Record<ViewName, ViewEntry>> = {
  write: { title: "write.title", board: true, stays: true, View: WriteView },
  play: { title: "play.title", board: true, View: PlayView },
  analyse: { title: "analyse.title", board: true, View: AnalyseView },
  search: { title: "search.title", board: false, View: SearchView },
  compare: { title: "compare.title", board: false, View: CompareView },
};
