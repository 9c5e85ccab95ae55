// The bar of who is winning: the part of the first player grows from the bottom.

import type { JSX } from "preact";
import { useWords } from "../i18n";
import { useStudio } from "../session";
import { numberOf, shareOf, valueText } from "../values";

/** So many characters stand side by side in the bar; more of them go along it. */
const WIDE = 3;

export function WinningBar(): JSX.Element | null {
  const say = useWords();
  const standing = useStudio((state) => state.standing);
  const players = useStudio((state) => state.game?.players ?? []);
  if (!standing) return null;
  const value = numberOf(standing.value);
  const share = shareOf(value, standing.scale);
  const shown = valueText(standing.value, true);
  const leader = share > 0 ? players[0] : share < 0 ? players[1] : null;
  const words =
    shown === ""
      ? say("analyse.bar.unknown")
      : leader
        ? say(standing.solved ? "analyse.bar.wins" : "analyse.bar.ahead", { player: leader, value: shown })
        : say("analyse.bar.level", { value: shown });
  return (
    <div class="winning-bar" role="img" aria-label={words} title={words}>
      <div class="winning-first" style={{ "--share": `${(50 + 50 * share).toFixed(1)}%` }} />
      <span class={`winning-value${share < 0 ? " second" : ""}${shown.length > WIDE ? " upright" : ""}`}>{shown}</span>
    </div>
  );
}
