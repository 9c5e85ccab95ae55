// The buttons that lead through a search: forward, back, by itself at a speed, to any step.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useWords, type Key } from "../i18n";
import { Icon, type IconName } from "../icons";

interface Given {
  readonly step: number;
  readonly last: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  go(step: number): void;
  play(isPlaying: boolean): void;
  hasten(speed: number): void;
  cut(by: 1 | -1): void;
  share(): void;
}

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const PAUSE = 1200; // milliseconds of a step at speed 1

export function StepControls({ step, last, isPlaying, speed, go, play, hasten, cut, share }: Given): JSX.Element {
  const say = useWords();
  useEffect(() => {
    if (!isPlaying) return;
    if (step >= last) return play(false);
    const timer = setTimeout(() => go(step + 1), PAUSE / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, step, last, speed]);
  const button = (icon: IconName, name: Key, disabled: boolean, run: () => void): JSX.Element => (
    <button type="button" class="control" title={say(name)} aria-label={say(name)} disabled={disabled} onClick={run}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="controls" role="group" aria-label={say("search.controls")}>
      {button("first", "search.first", step === 0, () => go(0))}
      {button("back", "search.back", step === 0, () => go(step - 1))}
      <button
        type="button"
        class="control primary"
        aria-pressed={isPlaying}
        aria-label={say("search.play")}
        title={say("search.play")}
        onClick={() => {
          if (!isPlaying && step === last) go(0);
          play(!isPlaying);
        }}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      {button("on", "search.forward", step === last, () => go(step + 1))}
      {button("last", "search.last", step === last, () => go(last))}
      <button type="button" title={say("search.cut")} onClick={() => cut(1)}>
        {say("search.cut.short")}
      </button>
      <input
        type="range"
        class="steps"
        min={0}
        max={last}
        value={step}
        aria-label={say("search.step")}
        aria-valuetext={say("search.count", { step: step + 1, steps: last + 1 })}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <span class="count">{say("search.count", { step: step + 1, steps: last + 1 })}</span>
      <label class="inline">
        {say("search.speed")}
        <select value={String(speed)} onChange={(event) => hasten(Number(event.currentTarget.value))}>
          {SPEEDS.map((each) => (
            <option value={String(each)}>{each}×</option>
          ))}
        </select>
      </label>
      <button type="button" onClick={share}>
        {say("search.share")}
      </button>
    </div>
  );
}
