import type { Layout } from "../../kernel/layout.ts";
import type { Match } from "./choose-lane.ts";
import { repeats } from "./find-conversation.ts";
import type { Lane, LaneTurn } from "./lane.ts";
import { lastTurnOf, saidBy, userTextsFromLast } from "./said-request.ts";
import { statesDirective } from "./states-directive.ts";

/**
 * The turn that a request forks: the one whose answer gave it its task. A fork that lost the end of that history has the content of an
 * earlier turn, so content alone shows the turn only if it repeats the answer, or if the lane did not go on. Null if nothing shows it.
 */
export function forkedTurn(lanes: readonly Lane[], closest: Match | null, layout: Layout): LaneTurn | null {
  if (closest !== null && isSibling(closest, layout)) return turnNumbered(lanes, closest.turn.follows);
  const giver = giverOf(lanes, closest, layout);
  if (giver !== undefined) return giver;
  if (closest === null) return null;
  const { lane, turn } = closest;
  return turn === lane.turns.at(-1) || repeats(lastTurnOf(layout).model, turn.answer) > 0 ? turn : null;
}

/** Forks that say the same do not fork each other. */
function isSibling({ lane, turn }: Match, layout: Layout): boolean {
  return lane.name !== "parent" && turn === lane.turns[0] && turn.count === saidBy(layout).count;
}

function turnNumbered(lanes: readonly Lane[], number: number | null): LaneTurn | null {
  return lanes.flatMap(({ turns }) => turns).find((turn) => turn.number === number) ?? null;
}

/** A client may go on behind the task with words of its own: the latest text that is a task decides. */
function giverOf(lanes: readonly Lane[], closest: Match | null, layout: Layout): LaneTurn | undefined {
  const turns = lanes.flatMap((lane) => lane.turns).sort((one, other) => other.number - one.number);
  for (const texts of userTextsFromLast(layout, closest?.turn ?? null)) {
    const giver = turns.find(({ answer }) => statesDirective(texts, answer));
    if (giver !== undefined) return giver;
  }
  return undefined;
}
