import { canonicalValue, stringsIn } from "../../wires/shared/said/canonical-value.ts";
import { plainText, type SaidItem } from "../../wires/shared/said/said-item.ts";
import { describeMatcher } from "../../kernel/lane/lane-matcher.ts";
import type { Layout } from "../../kernel/layout.ts";
import { chooseLane, type LaneChoice, type Match } from "./choose-lane.ts";
import type { MockFault } from "./fault.ts";
import { forkedTurn } from "./forked-turn.ts";
import { hasStep, isUnused, type Lane, type LaneTurn } from "./lane.ts";
import { saidBy } from "./said-request.ts";
import type { LaneName, Script, ScriptedBlock, Step } from "./script.ts";

/** The script's progress. */
export type Lanes = {
  /** The next answer for a request, or why there is no answer. */
  readonly next: (asked: LaneRequest) => Turn | { readonly fault: MockFault };
  /** A request without a scripted answer, since it goes elsewhere: reported with the answers that were never requested. */
  readonly sawOther: (request: string) => void;
  /** A request that the provider refused: it used no step, so it may be why one was not requested. */
  readonly sawRefused: (number: number, why: string) => void;
  readonly finish: () => readonly MockFault[];
};

export type LaneRequest = {
  /** The lane that the caller names, or null. */
  readonly named: string | null;
  readonly number: number;
  readonly layout: Layout;
  readonly callMarks: CallMarks;
};

/** Strings of which a later request that answers a call repeats one. */
type CallMarks = (answer: string, index: number) => readonly string[];

export type Turn = {
  readonly lane: string;
  /** Such as `fork_1`: the lane and its turn. */
  readonly name: string;
  readonly step: Step;
  /** The number of the request that it forks, or, in a lane that the client does not name, goes on from; null if nothing shows it. */
  readonly follows: number | null;
};

export function createLanes(script: Script, siblings: number | undefined): Lanes {
  const lanes = openLanes(script, siblings ?? highestFork(script));
  const faults: MockFault[] = [];
  const others = new Set<string>();
  const refused: string[] = [];
  return {
    next: (asked) => {
      const known = lanes.find(({ name }) => name === asked.named) ?? null;
      const choice: LaneChoice =
        asked.named === null ? chooseLane(lanes, asked.layout) : { lane: known, closest: null };
      const step = choice.lane?.steps[choice.lane.used];
      if (choice.lane === null || step === undefined) {
        const { ambiguous } = choice;
        const fault = ambiguous === undefined ? unscripted(asked, lanes, choice) : matchedTwice(asked, ambiguous);
        faults.push(fault);
        return { fault };
      }
      const turn = turnBefore(asked, choice.lane, choice.closest, lanes);
      return advance(choice.lane, step, { ...asked, follows: turn?.number ?? null });
    },
    sawOther: (request) => void others.add(request),
    sawRefused: (number, why) => {
      if (!faults.some(({ what }) => why.includes(what))) refused.push(`request ${number} with ${why}`);
    },
    finish: () => [
      ...faults,
      ...lanes.filter(hasStep).map((lane, at) => leftover(lane, lanes, { others, refused: at === 0 ? refused : [] })),
    ],
  };
}

function turnBefore(
  { named, layout }: LaneRequest,
  lane: Lane,
  chosen: Match | null,
  lanes: readonly Lane[],
): LaneTurn | null {
  const beginsFork = lane.name !== "parent" && isUnused(lane);
  if (!beginsFork) return chosen?.turn ?? null;
  return forkedTurn(lanes, named === null ? chosen : chooseLane(lanes, layout).closest, layout);
}

function openLanes(script: Script, siblings: number): readonly Lane[] {
  const names = [
    ...(script.lanes.has("parent") ? ["parent"] : []),
    ...Array.from({ length: siblings }, (_, index) => (index === 0 ? "fork" : `fork[${index + 1}]`)),
  ];
  return names.map((name) => {
    const source: LaneName = script.lanes.has(name) ? name : "fork";
    return {
      name,
      steps: script.lanes.get(source) ?? [],
      matcher: script.matchers?.get(source) ?? null,
      used: 0,
      turns: [],
      callMarks: [],
      answered: true,
    };
  });
}

function highestFork(script: Script): number {
  const numbers = [...script.lanes.keys()].map((name) => (name === "fork" ? 1 : Number(/\d+/.exec(name)?.[0] ?? 0)));
  return Math.max(0, ...numbers);
}

function advance(
  lane: Lane,
  step: Step,
  { number, layout, callMarks, follows }: LaneRequest & Pick<Turn, "follows">,
): Turn {
  lane.used += 1;
  const name = `${lane.name.replaceAll(/\W/g, "")}_${lane.used}`;
  const { reply } = step;
  const content = reply.kind === "message" ? reply.content : [];
  lane.answered = reply.kind === "message" && step.cutAfterEvents === null;
  if (lane.answered) {
    lane.callMarks = content.flatMap(({ type }, index) => (type === "call" ? callMarks(name, index) : []));
  }
  const { digest, count } = saidBy(layout);
  lane.turns.push({ number, digest, count, answer: lane.answered ? content.flatMap(saidIn) : [], follows });
  return { lane: lane.name, name, step, follows };
}

/** A scripted block as a later request repeats it. */
function saidIn(block: ScriptedBlock): readonly SaidItem[] {
  switch (block.type) {
    case "thinking":
      return [];
    case "text":
      return [{ kind: "text", text: plainText(block.text) }];
    case "call": {
      const input = canonicalValue(block.input);
      return [{ kind: "call", id: null, name: block.tool, input, strings: stringsIn(block.input) }];
    }
  }
}

function unscripted({ number, named }: LaneRequest, lanes: readonly Lane[], { lane, closest }: LaneChoice): MockFault {
  const where = `request ${number}`;
  const names = lanes.map(({ name }) => name).join(", ") || "none";
  if (lane === null && named !== null) {
    const what = `Request ${number} names the lane ${named}, which the script does not have (${names}).`;
    return { code: "HX411", what, where, fix: `Add the lane ${named} to the script.` };
  }
  const near =
    closest === null
      ? " It goes on from no earlier request."
      : ` It goes on from request ${closest.turn.number} (lane ${closest.lane.name}).`;
  return {
    code: "HX411",
    what: `Request ${number} has no scripted answer: ${whyUnscripted(lanes, lane)}.${named === null ? near : ""}`,
    where,
    fix: `Add a step to the script (lanes: ${names}), or find out why the client asked once more.`,
  };
}

function whyUnscripted(lanes: readonly Lane[], lane: Lane | null): string {
  if (lane !== null) return `lane ${lane.name} has no step ${lane.used + 1}`;
  const waiting = lanes.filter((each) => each.matcher !== null && isUnused(each));
  if (waiting.length === 0) return "every lane of the script has begun or ended";
  return `it does not match the \`when\` of ${waiting.map(describeLane).join(" or ")}, and every other lane has begun or ended`;
}

function matchedTwice({ number }: LaneRequest, lanes: readonly Lane[]): MockFault {
  return {
    code: "HX413",
    what: `Request ${number} matches the \`when\` of more than one lane: ${lanes.map(describeLane).join(" and ")}.`,
    where: `request ${number}`,
    fix: "Make each `when` match the requests of its own lane only, or name the lane in the header x-forkproof-lane.",
  };
}

function describeLane({ name, matcher }: Lane): string {
  return matcher === null ? name : `${name} (${describeMatcher(matcher)})`;
}

/** A fault names at most this many refused requests. */
const MOST = 3;

function leftover(
  lane: Lane,
  lanes: readonly Lane[],
  { others, refused }: { readonly others: ReadonlySet<string>; readonly refused: readonly string[] },
): MockFault {
  const last = lane.turns.at(-1);
  const progress = last === undefined ? whyUnbegun(lane, lanes) : `Its last request was number ${last.number}.`;
  const elsewhere = others.size === 0 ? "" : ` Other requests went to ${[...others].join(", ")}.`;
  const more = refused.length > MOST ? ` and ${refused.length - MOST} more` : "";
  const rejected =
    refused.length === 0 ? "" : ` The provider refused ${refused.slice(0, MOST).join(", ")}${more}.`.replace("..", ".");
  return {
    code: "HX412",
    what: `Lane ${lane.name} stopped before step ${lane.used + 1} of ${lane.steps.length} (${describe(lane.steps[lane.used])}). ${progress}${elsewhere}${rejected}`,
    where: `script, lane ${lane.name}, step ${lane.used + 1}`,
    fix:
      last === undefined && lane.matcher !== null
        ? "Change the `when` so that it matches the lane's first request, or find out why that request was not sent."
        : refused.length > 0
          ? "Correct the request that was refused."
          : "Remove the step, or find out why the client stopped early.",
  };
}

function whyUnbegun({ matcher }: Lane, lanes: readonly Lane[]): string {
  if (matcher !== null) return `No request matched its \`when\` (${describeMatcher(matcher)}).`;
  const taken = lanes.filter((each) => each.matcher !== null && each.turns.length > 0);
  const began = taken.map((each) => `Request ${each.turns[0]?.number} began lane ${describeLane(each)}.`);
  return ["No request began this lane.", ...began].join(" ");
}

function describe(step: Step | undefined): string {
  if (step?.reply.kind !== "message") return step === undefined ? "nothing" : `error ${step.reply.status}`;
  const block = step.reply.content.at(-1);
  if (block === undefined) return step.reply.stopReason;
  return block.type === "call" ? `call ${block.tool}` : `${block.type} ${JSON.stringify(block.text.slice(0, 40))}`;
}
