import { agentShapes } from "./agent-shapes.ts";
import type { Base } from "./base.ts";
import type { Bug } from "./bug.ts";
import { bodyBugs } from "./body-bugs.ts";
import { Chance } from "./chance.ts";
import { forkShapes, type Shape } from "./fork-shapes.ts";
import { historyBugs } from "./history-bugs.ts";
import { Line } from "./line.ts";
import { step, steps } from "./play.ts";
import { sessionShapes } from "./session-shapes.ts";
import { Stage } from "./stage.ts";
import type { Session } from "./truth.ts";

/** Forks are what this is about: they come up more often. */
const weighted: readonly Shape[] = [...forkShapes, ...forkShapes, ...forkShapes, ...sessionShapes, ...agentShapes];

/** So many sessions in a hundred have no bug at all. */
const SOUND = 20;

const RARE: readonly string[] = ["drop-billing", "drop-thinking", "strip-marks", "other-content-shape"];

const bugs = [...bodyBugs, ...historyBugs];

function fittingBugs(chance: Chance, { envelope, thinks, hasIds, marks }: Base): readonly Bug[] {
  const hasBilling = JSON.stringify(envelope).includes("x-anthropic-billing");
  const isFit = ({ name }: Bug): boolean => {
    switch (name) {
      case "drop-billing":
        return hasBilling;
      case "drop-thinking":
        return thinks;
      case "regenerate-ids":
        return hasIds;
      case "strip-marks":
        return marks;
      default:
        return true;
    }
  };
  const fitting = bugs.map((make) => make(chance)).filter(isFit);
  // What few conversations have room for comes up more often in these.
  const rare = fitting.filter(({ name }) => RARE.includes(name));
  return [...fitting, ...rare, ...rare];
}

/** Session number `seed`: one or two shapes in a conversation from one of the bases. */
export function makeSession(seed: number, bases: readonly Base[]): Session {
  const chance = new Chance(seed);
  // Wire formats, shapes and bugs take turns, so that few sessions show each of them with each other.
  const round = Math.floor(seed / weighted.length);
  const wires = [...Map.groupBy(bases, ({ codec }) => codec.wire).values()];
  const base = chance.pick(wires[round % wires.length] ?? bases);
  const stage = new Stage(chance, base, {
    answers: chance.percent(70),
    marks: base.marks && chance.percent(70),
    streams: chance.percent(50),
    rewritesAnswers: chance.percent(25),
    times: chance.pick(["all", "all", "starts", "none"]),
    isShuffled: chance.percent(30),
  });
  const line = new Line(base);
  if (chance.percent(40)) line.key = "session-a";
  steps(stage, line, chance.int(0, 4));
  const played: string[] = [];
  const own = fittingBugs(chance, base);
  const count = chance.int(1, 2);
  for (let at = 0; at < count && line.entries.length > 0; at += 1) {
    const shape = at === 0 ? weighted[seed % weighted.length] : chance.pick(weighted);
    const bug = own[(seed + round) % own.length];
    if (shape === undefined || bug === undefined) break;
    shape.play(stage, line, chance.percent(SOUND) ? null : at === 0 ? bug : chance.pick(own));
    played.push(shape.name);
    if (line.entries.length > 0 && chance.percent(60)) step(stage, line);
  }
  // A bug that the conversation leaves no room for is left out, and what is alone cannot be inspected.
  if (stage.count < 2) steps(stage, line, 2);
  return stage.session(`session ${seed}: ${base.name}, ${played.join(" + ")}`);
}
