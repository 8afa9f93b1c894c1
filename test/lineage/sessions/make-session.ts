import { agentShapes } from "./agent-shapes.ts";
import type { Base } from "./base.ts";
import { bodyBugs } from "./body-bugs.ts";
import { Chance } from "./chance.ts";
import { forkShapes, type Shape } from "./fork-shapes.ts";
import { historyBugs } from "./history-bugs.ts";
import { Line } from "./line.ts";
import { step, steps } from "./play.ts";
import { sessionShapes } from "./session-shapes.ts";
import { Stage } from "./stage.ts";
import type { Session } from "./truth.ts";

export const shapes: readonly Shape[] = [...forkShapes, ...sessionShapes, ...agentShapes];

/** Forks are what this is about: they come up more often. */
const weighted: readonly Shape[] = [...forkShapes, ...forkShapes, ...sessionShapes, ...agentShapes];

const bugs = [...bodyBugs, ...historyBugs];

/** Session number `seed`: one or two shapes in a conversation from one of the bases. */
export function makeSession(seed: number, bases: readonly Base[]): Session {
  const chance = new Chance(seed);
  const base = chance.pick(bases);
  const stage = new Stage(chance, base, {
    answers: chance.percent(70),
    marks: base.marks && chance.percent(70),
    times: chance.pick(["all", "all", "starts", "none"]),
    isShuffled: chance.percent(30),
  });
  const line = new Line(base);
  if (chance.percent(40)) line.key = "session-a";
  steps(stage, line, chance.int(0, 4));
  const played: string[] = [];
  for (let left = chance.int(1, 2); left > 0 && line.entries.length > 0; left -= 1) {
    const shape = chance.pick(weighted);
    const bug = chance.percent(65) ? chance.pick(bugs)(chance) : null;
    shape.play(stage, line, bug);
    played.push(shape.name);
    if (line.entries.length > 0 && chance.percent(60)) step(stage, line);
  }
  // A bug that the conversation leaves no room for is left out, and what is alone cannot be inspected.
  if (stage.count < 2) steps(stage, line, 2);
  return stage.session(`session ${seed}: ${base.name}, ${played.join(" + ")}`);
}
