// Compare and measure: rules against rules, reasoners by their speed, players in a tournament, weights by self-play.

import type { JSX } from "preact";
import { useWords } from "../i18n";
import { RulesPanel } from "../measure/rules";
import { SpeedPanel } from "../measure/speeds";
import { TournamentPanel } from "../measure/tournament";
import { TuningPanel } from "../measure/tuning";
import { useStudio } from "../session";

export function CompareView(): JSX.Element {
  const say = useWords();
  const game = useStudio((state) => state.game);
  return (
    <>
      <h2 class="hidden">{say("compare.title")}</h2>
      {game ? (
        <div class="compare">
          <RulesPanel game={game} />
          <SpeedPanel />
          {game.opposed && <TournamentPanel />}
          {game.estimates && game.opposed && <TuningPanel />}
        </div>
      ) : (
        <p class="empty">{say("board.empty")}</p>
      )}
    </>
  );
}
