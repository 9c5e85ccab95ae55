// How fast each reasoner is with these rules, as bars: one group for each thing that is measured.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../i18n";
import { NumberChoice, Panel } from "./panel";
import { useWork } from "./work";

/** How many of something each reasoner does in a second, in the order of their names. */
interface Speed {
  readonly measure: string;
  readonly per_second: readonly number[];
}

interface Measured {
  readonly reasoners?: readonly string[];
  readonly speeds?: readonly Speed[];
}

export function SpeedPanel(): JSX.Element {
  const say = useWords();
  const [seconds, spend] = useState(3);
  const { told, running, trouble, start, stop } = useWork<Measured>("measure");
  return (
    <Panel
      title={say("measure.title")}
      about={say("measure.about")}
      run={say("measure.run")}
      fields={<NumberChoice label={say("measure.seconds")} value={seconds} of={[1, 3, 10]} choose={spend} />}
      {...{ running, trouble, stop }}
      start={() => start({ seconds })}
    >
      {running && <progress aria-label={say("measure.title")} />}
      <div role="status">
        {told?.speeds?.map((speed) => (
          <Bars key={speed.measure} speed={speed} names={told.reasoners ?? []} />
        ))}
      </div>
    </Panel>
  );
}

function Bars({ speed, names }: { readonly speed: Speed; readonly names: readonly string[] }): JSX.Element {
  const say = useWords();
  const rates = speed.per_second;
  const [most, least] = [Math.max(...rates), Math.min(...rates)];
  return (
    <>
      <h4>{speed.measure}</h4>
      <dl class="bars">
        {names.map((name, at) => {
          const rate = rates[at] ?? 0;
          const ratio = rate / least;
          return [
            <dt key={`${name} name`}>{name}</dt>,
            <dd key={name}>
              <span class="length" style={{ width: `${(100 * rate) / most}%` }} />
              {say("measure.rate", { count: Math.round(rate).toLocaleString() })}{" "}
              <span class="faint">{say("measure.times", { ratio: ratio.toFixed(ratio < 10 ? 1 : 0) })}</span>
            </dd>,
          ];
        })}
      </dl>
    </>
  );
}
