// Weights tuned by self-play: each weight is a line that moves on with the generations.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords, type Say } from "../i18n";
import { numberOf, valueText, type Value } from "../values";
import { NumberChoice, Panel } from "./panel";
import { useWork } from "./work";

type Weights = readonly { readonly name: string; readonly weight: Value }[];

/** A match of a generation: the weights of its candidate, and how it did against the best. */
interface Generation {
  readonly generation: number;
  readonly isProof: boolean;
  readonly candidate: Weights;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

interface Tuned {
  readonly untuned?: Weights; // not told before the first match
  readonly weights: Weights;
  readonly steps: readonly Generation[];
  readonly played?: number;
  readonly total?: number;
  readonly proved?: boolean;
}

export function TuningPanel(): JSX.Element {
  const say = useWords();
  const [generations, breed] = useState(3);
  const [games, count] = useState(20);
  const { told, running, trouble, start, stop } = useWork<Tuned>("tune");
  return (
    <Panel
      title={say("tuning.title")}
      about={say("tuning.about")}
      run={say("tuning.run")}
      fields={
        <>
          <NumberChoice label={say("tuning.generations")} value={generations} of={[1, 2, 3, 5, 8]} choose={breed} />
          <NumberChoice label={say("tuning.games")} value={games} of={[10, 20, 50, 100]} choose={count} />
        </>
      }
      {...{ running, trouble, stop }}
      start={() => start({ generations, games, proof: 2 * games })}
    >
      {running && <progress max={told?.total ?? 1} value={told?.played ?? 0} aria-label={say("tuning.title")} />}
      {told && (
        <>
          <WeightsChart tuned={told} />
          <WeightsTable tuned={told} />
          <p role="status" class="verdict-line">
            {!running && proofText(told, say)}
          </p>
        </>
      )}
    </Panel>
  );
}

function resultsText({ wins, draws, losses }: Generation): string {
  return `+${wins} =${draws} −${losses}`;
}

/** What the match of the tuned weights with the untuned ones says, where it was played. */
function proofText(tuned: Tuned, say: Say): string {
  const proof = tuned.steps.find((step) => step.isProof);
  return proof ? say(tuned.proved ? "tuning.proved" : "tuning.unproved", { results: resultsText(proof) }) : "";
}

function weightOf(weights: Weights | undefined, name: string): Value {
  return weights?.find((each) => each.name === name)?.weight ?? null;
}

function WeightsTable({ tuned }: { readonly tuned: Tuned }): JSX.Element {
  const say = useWords();
  const heads = [say("tuning.before"), ...tuned.steps.map((step) => stepName(step)), say("tuning.now")];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={say("tuning.weight")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("tuning.weight")}</th>
            {heads.map((head, at) => (
              <th key={at} scope="col" class="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tuned.weights.map(({ name }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {[tuned.untuned ?? tuned.weights, ...tuned.steps.map((step) => step.candidate), tuned.weights].map((weights, at) => (
                <td key={at} class="number">
                  {valueText(weightOf(weights, name))}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{say("tuning.results")}</th>
            <td />
            {tuned.steps.map((step, at) => (
              <td key={at} class="number">
                {resultsText(step)}
              </td>
            ))}
            <td />
          </tr>
        </tbody>
      </table>
    </div>
  );

  function stepName(step: Generation): string {
    return step.isProof ? say("tuning.proof") : say("tuning.generation", { number: step.generation + 1 });
  }
}

const WIDTH = 560;
const HEIGHT = 200;
const MARGIN = 20;
const NAMES = 120; // room for names at the right
const DASHES = ["", "7 4", "2 4", "10 3 2 3"];

function heightOf(weights: Weights | undefined, name: string): number {
  return numberOf(weightOf(weights, name)) || 0;
}

/** The weights of the candidates, told apart by dashes and by their names. */
function WeightsChart({ tuned }: { readonly tuned: Tuned }): JSX.Element {
  const say = useWords();
  const names = tuned.weights.map((each) => each.name);
  const columns = [tuned.untuned ?? tuned.weights, ...tuned.steps.filter((step) => !step.isProof).map((step) => step.candidate)];
  const values = columns.flatMap((column) => names.map((name) => heightOf(column, name)));
  const [low, high] = [Math.min(0, ...values), Math.max(1e-9, ...values)];
  const x = (at: number): number => MARGIN + ((WIDTH - NAMES - MARGIN) * at) / Math.max(1, columns.length - 1);
  const y = (value: number): number => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (value - low)) / (high - low);
  return (
    <svg class="weights-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={say("tuning.title")}>
      <line class="chart-middle" x1={MARGIN} x2={WIDTH - NAMES} y1={y(0)} y2={y(0)} />
      {names.map((name, at) => (
        <g key={name}>
          <polyline
            class="chart-line"
            stroke-dasharray={DASHES[at % DASHES.length]}
            points={columns.map((column, number) => `${x(number)},${y(heightOf(column, name))}`).join(" ")}
          />
          {columns.map((column, number) => (
            <circle key={number} class="chart-dot" cx={x(number)} cy={y(heightOf(column, name))} r={3.5} />
          ))}
          <text class="chart-name" x={x(columns.length - 1) + 8} y={y(heightOf(columns.at(-1), name)) + 4}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
