// Which search is to be seen: the algorithm, how deep, with which techniques, and how much of it is drawn.

import type { JSX } from "preact";
import { useWords, type Key } from "../i18n";
import type { Game } from "../protocol";
import { algorithmsFor, type TraceSettings } from "./request";

const ALGORITHMS: Readonly<Record<string, Key>> = {
  minimax: "search.minimax",
  alphabeta: "search.alphabeta",
  maxn: "search.maxn",
  paranoid: "search.paranoid",
};

const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8];
const SIZES = [40, 120, 300];
interface Given {
  readonly game: Game;
  readonly settings: TraceSettings;
  change(settings: TraceSettings): void;
}

export function SettingsForm({ game, settings, change }: Given): JSX.Element {
  const say = useWords();
  return (
    <form class="tools trace-settings" onSubmit={(event) => event.preventDefault()}>
      <label class="inline">
        {say("search.algorithm")}
        <select value={settings.algorithm} onChange={(event) => change({ ...settings, algorithm: event.currentTarget.value })}>
          {algorithmsFor(game).map((name) => (
            <option value={name}>{say(ALGORITHMS[name] ?? "search.minimax")}</option>
          ))}
        </select>
      </label>
      <label class="inline">
        {say("search.depth")}
        <select
          value={String(settings.depth ?? "")}
          onChange={(event) => change({ ...settings, depth: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })}
        >
          <option value="">{say("search.depth.auto")}</option>
          {DEPTHS.map((depth) => (
            <option value={String(depth)}>{depth}</option>
          ))}
        </select>
      </label>
      <label class="inline">
        {say("search.nodes")}
        <select value={String(settings.nodes)} onChange={(event) => change({ ...settings, nodes: Number(event.currentTarget.value) })}>
          {SIZES.map((size) => (
            <option value={String(size)}>{size}</option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={settings.table} onChange={(event) => change({ ...settings, table: event.currentTarget.checked })} />
        {say("search.table")}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={settings.order}
          disabled={settings.algorithm !== "alphabeta"}
          onChange={(event) => change({ ...settings, order: event.currentTarget.checked })}
        />
        {say("search.order")}
      </label>
    </form>
  );
}
