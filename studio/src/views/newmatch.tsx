// Who is to play: each side a person or the engine, at what level, and with what time.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords, type Key } from "../i18n";
import { PERSON, newMatch, type Side } from "../match";
import { useReferee, useStudio } from "../session";
import { playerOf } from "../words";

const LEVELS: readonly (readonly [string, Key])[] = [
  ["random", "level.random"],
  ["depth 1", "level.beginner"],
  ["depth 2", "level.easy"],
  ["depth 4", "level.medium"],
  ["1s", "level.second"],
  ["3s", "level.strong"],
  ["10s", "level.strongest"],
  ["mcts 1s", "level.samples"],
];

const CLOCKS: readonly (readonly [string, number | null, number])[] = [
  ["", null, 0],
  ["1+0", 1, 0],
  ["3+2", 3, 2],
  ["5+0", 5, 0],
  ["10+5", 10, 5],
  ["30+0", 30, 0],
];

export function NewMatch(): JSX.Element | null {
  const say = useWords();
  const referee = useReferee();
  const game = useStudio((state) => state.game);
  const midway = useStudio((state) => state.tree.current !== 0 && state.position?.over === false);
  const [chosen, choose] = useState<Readonly<Record<number, string>>>({});
  const [clock, setClock] = useState("");
  if (!game) return null;
  const levelOf = (player: number): string => chosen[player] ?? (player === 0 ? "" : "1s");
  const begin = (here: boolean): void => {
    const sides = game.players.map((_, at): Side => (levelOf(at) === "" ? PERSON : { kind: "engine", level: levelOf(at) }));
    const [, minutes, increment] = CLOCKS.find(([name]) => name === clock) ?? ["", null, 0];
    void referee.begin(newMatch(sides, minutes, increment), here);
  };
  return (
    <section class="card new-match" aria-label={say("play.new")}>
      {game.players.map((_, at) => (
        <label class="field" key={at}>
          {playerOf(game, at)}
          <select value={levelOf(at)} data-player={at} onChange={(event) => choose({ ...chosen, [at]: event.currentTarget.value })}>
            <option value="">{say("play.person")}</option>
            <optgroup label={say("play.engine")}>
              {LEVELS.map(([level, name]) => (
                <option key={level} value={level}>
                  {say(name)}
                </option>
              ))}
            </optgroup>
          </select>
        </label>
      ))}
      <label class="field">
        {say("play.time")}
        <select value={clock} data-clock onChange={(event) => setClock(event.currentTarget.value)}>
          {CLOCKS.map(([name, minutes, increment]) => (
            <option key={name} value={name}>
              {minutes === null ? say("play.untimed") : say("play.minutes", { minutes, increment })}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="primary" onClick={() => begin(false)}>
        {say("play.begin")}
      </button>
      {midway && (
        <button type="button" onClick={() => begin(true)}>
          {say("play.here")}
        </button>
      )}
    </section>
  );
}
