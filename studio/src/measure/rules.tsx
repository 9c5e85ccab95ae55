// These rules against others: the twin in Python, another game, another file; and the first position in which they differ.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Board } from "../board";
import { useWords } from "../i18n";
import type { Game } from "../protocol";
import { useSession, useStudio } from "../session";
import { newTree } from "../tree";
import { Panel } from "./panel";
import { useWork } from "./work";

interface Side {
  readonly text: string;
  readonly svg: string;
  readonly described?: string;
}

interface Difference {
  readonly message: string;
  readonly moves: readonly string[];
  readonly answers: { readonly a: string; readonly b: string };
  readonly hint: string | null;
}

/** What was found, as `pyengine compare --json` says it, with the first difference on two boards. */
interface Compared {
  readonly a: string;
  readonly b: string;
  readonly agree: boolean | null;
  readonly positions: number;
  readonly complete: boolean;
  readonly games: number;
  readonly same_order: boolean | null;
  readonly values: { readonly equal: number };
  readonly nodes: { readonly depth: number; readonly a: number; readonly b: number } | null;
  readonly notes: readonly { readonly text: string }[];
  readonly difference: Difference | null;
  readonly first: { readonly path: readonly string[]; readonly left: Side | null; readonly right: Side | null } | null;
}

export function RulesPanel({ game }: { readonly game: Game }): JSX.Element {
  const say = useWords();
  const [chosen, choose] = useState("");
  const { told, running, trouble, start, stop } = useWork<Compared>("compare");
  const other = chosen !== "" && (game.twin || chosen !== TWIN) ? chosen : game.twin ? TWIN : "game:tictactoe";
  return (
    <Panel
      title={say("compare.rules")}
      about={say("compare.rules.about")}
      run={say("compare.run")}
      fields={<OtherChoice game={game} other={other} choose={choose} />}
      {...{ running, trouble, stop }}
      start={() => start(requestOf(other))}
    >
      {running && <progress aria-label={say("compare.rules")} />}
      <div role="status">{told && !running && <Report found={told} />}</div>
    </Panel>
  );
}

const TWIN = "twin:";

/** What the server is told: the twin and another file get the parameters of these rules, another game has its own. */
function requestOf(text: string): object {
  const [kind = "", ...rest] = text.split(":");
  const name = rest.join(":");
  if (kind === "twin") return { other: { twin: true } };
  return kind === "file" ? { other: { file: name } } : { other: { game: name }, parameters: {} };
}

function OtherChoice({ game, other, choose }: { readonly game: Game; readonly other: string; choose(other: string): void }): JSX.Element {
  const say = useWords();
  const hello = useStudio((state) => state.hello);
  return (
    <label class="inline">
      {say("compare.with")}
      <select value={other} onChange={(event) => choose(event.currentTarget.value)}>
        {game.twin && <option value={TWIN}>{say("compare.twin")}</option>}
        {hello && hello.files.length > 0 && (
          <optgroup label={say("compare.files")}>
            {hello.files.map((file) => (
              <option key={file} value={`file:${file}`}>
                {file}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label={say("compare.games")}>
          {hello?.games.map((each) => (
            <option key={each.name} value={`game:${each.name}`}>
              {each.name}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

function Report({ found }: { readonly found: Compared }): JSX.Element {
  const say = useWords();
  const count = found.positions.toLocaleString();
  const rows: [string, string][] = [
    [say("compare.walked"), say(found.complete ? "compare.all" : "compare.some", { count, games: found.games })],
  ];
  if (found.agree) rows.push([say("compare.order"), say(found.same_order ? "compare.order.same" : "compare.order.other")]);
  if (found.agree && found.values.equal > 0) {
    rows.push([say("compare.values"), say("compare.values.equal", { count: found.values.equal.toLocaleString() })]);
  }
  if (found.nodes) {
    const { depth, a, b } = found.nodes;
    rows.push([say("compare.nodes", { depth }), say("compare.nodes.both", { a: a.toLocaleString(), b: b.toLocaleString() })]);
  }
  return (
    <div class="report">
      <p class={found.agree ? "verdict-line agree" : "verdict-line differ"}>
        {say(found.agree ? "compare.agree" : "compare.differ", { a: found.a, b: found.b })}
      </p>
      <table>
        <tbody>
          {rows.map(([head, told]) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              <td>{told}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.notes.map((note) => (
        <p class="faint" key={note.text}>
          {note.text}
        </p>
      ))}
      {found.difference && <FirstDifference found={found} difference={found.difference} />}
    </div>
  );
}

function FirstDifference({ found, difference }: { readonly found: Compared; readonly difference: Difference }): JSX.Element {
  const say = useWords();
  const session = useSession();
  const path = found.first?.path ?? difference.moves;
  const sides = [
    { name: found.a, side: found.first?.left ?? null, answer: difference.answers.a },
    { name: found.b, side: found.first?.right ?? null, answer: difference.answers.b },
  ];
  return (
    <div class="first-difference">
      <h4>{say("compare.difference")}</h4>
      <p>{difference.message}</p>
      <p>{path.length === 0 ? say("compare.start") : say("compare.after", { moves: path.join(", ") })}</p>
      <div class="two-boards">
        {sides.map(({ name, side, answer }, at) => (
          <figure key={at}>
            <figcaption>{name}</figcaption>
            {side && <Board svg={side.svg} label={`${name}: ${side.described ?? side.text}`} />}
            <p class="answer">
              <span class="faint">{say("compare.answer")}</span> {answer}
            </p>
          </figure>
        ))}
      </div>
      {difference.hint && <p class="faint">{difference.hint}</p>}
      <button
        type="button"
        onClick={() => {
          void session.replant(newTree(null, path));
          session.show("analyse");
        }}
      >
        {say("compare.go")}
      </button>
    </div>
  );
}
