// The parameters of the game as fields, and where it starts if the rules do not say it: what is empty is as the rules say.

import type { JSX } from "preact";
import { useWords } from "../i18n";
import { useSession, useStudio } from "../session";

/** Whether rules leave it to others where the game starts. */
function lacksStart(text: string): boolean {
  return /^\s*(moves|mutari)\(/m.test(text) && !/^\s*initial\(/m.test(text);
}

export function Parameters(): JSX.Element | null {
  const say = useWords();
  const session = useSession();
  const declared = useStudio((state) => state.game?.parameters);
  const set = useStudio((state) => state.parameters);
  const start = useStudio((state) => state.rules.start);
  const lacking = useStudio((state) => lacksStart(state.rules.text));
  if (!lacking && start === null && (!declared || declared.length === 0)) return null;
  return (
    <fieldset class="parameters">
      <legend class="hidden">{say("write.parameters")}</legend>
      {(lacking || start !== null) && (
        <label class="field">
          {say("write.start")}
          <input type="text" data-start value={start ?? ""} spellcheck={false} onChange={(event) => void session.setStart(event.currentTarget.value.trim())} />
        </label>
      )}
      {(declared ?? []).map((parameter) => (
        <label class="field" key={parameter.name}>
          {parameter.name}
          <input
            type="text"
            value={set[parameter.name] ?? ""}
            placeholder={parameter.default}
            spellcheck={false}
            onChange={(event) => void session.setParameter(parameter.name, event.currentTarget.value.trim())}
          />
        </label>
      ))}
    </fieldset>
  );
}
