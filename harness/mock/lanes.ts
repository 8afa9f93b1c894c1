import type { PromptChain } from "../cache-model/prompt-chain.ts";
import { chooseLane, hasStep, type Lane, type Match } from "./choose-lane.ts";
import type { MockFault } from "./fault.ts";
import type { Script, Step } from "./script.ts";

/** The script's progress. */
export type Lanes = {
  /** The next answer for a request, or why there is none. */
  readonly next: (asked: Asked) => Turn | { readonly fault: MockFault };
  /** A request that no answer is scripted for, since it goes elsewhere: told where an answer was never asked for. */
  readonly sawOther: (request: string) => void;
  readonly finish: () => readonly MockFault[];
};

export type Asked = {
  /** The lane that the caller names, or null. */
  readonly named: string | null;
  readonly number: number;
  readonly chain: PromptChain;
  readonly body: Buffer;
  readonly callMarks: CallMarks;
};

/** Strings of which a later request that answers a call repeats one. */
type CallMarks = (answer: string, index: number) => readonly string[];

export type Turn = {
  readonly lane: string;
  /** Such as `fork_1`: the lane and its turn. */
  readonly name: string;
  readonly step: Step;
};

export function createLanes(script: Script, siblings: number | undefined): Lanes {
  const lanes = openLanes(script, siblings ?? highestFork(script));
  const faults: MockFault[] = [];
  const others = new Set<string>();
  return {
    next: (asked) => {
      const known = lanes.find(({ name }) => name === asked.named) ?? null;
      const choice = asked.named === null ? chooseLane(lanes, asked.chain, asked.body) : { lane: known, closest: null };
      const step = choice.lane?.steps[choice.lane.used];
      if (choice.lane === null || step === undefined) {
        const fault = unscripted(asked, lanes, choice.lane, choice.closest);
        faults.push(fault);
        return { fault };
      }
      return advance(choice.lane, step, asked);
    },
    sawOther: (request) => void others.add(request),
    finish: () => [...faults, ...lanes.filter(hasStep).map((lane) => leftover(lane, others))],
  };
}

function openLanes(script: Script, siblings: number): readonly Lane[] {
  const names = [
    ...(script.lanes.has("parent") ? ["parent"] : []),
    ...Array.from({ length: siblings }, (_, index) => (index === 0 ? "fork" : `fork[${index + 1}]`)),
  ];
  return names.map((name) => ({
    name,
    steps: script.lanes.get(name) ?? script.lanes.get("fork") ?? [],
    used: 0,
    requests: [],
    callMarks: [],
    answered: true,
  }));
}

function highestFork(script: Script): number {
  const numbers = [...script.lanes.keys()].map((name) => (name === "fork" ? 1 : Number(/\d+/.exec(name)?.[0] ?? 0)));
  return Math.max(0, ...numbers);
}

function advance(lane: Lane, step: Step, { number, chain, callMarks }: Asked): Turn {
  lane.used += 1;
  lane.requests.push({ number, chain });
  const name = `${lane.name.replaceAll(/\W/g, "")}_${lane.used}`;
  lane.answered = step.reply.kind === "message" && step.cutAfterEvents === null;
  if (step.reply.kind === "message" && lane.answered) {
    lane.callMarks = step.reply.content.flatMap(({ type }, index) => (type === "call" ? callMarks(name, index) : []));
  }
  return { lane: lane.name, name, step };
}

function unscripted(asked: Asked, lanes: readonly Lane[], lane: Lane | null, closest: Match | null): MockFault {
  const where = `request ${asked.number}`;
  const names = lanes.map(({ name }) => name).join(", ") || "none";
  if (lane === null && asked.named !== null) {
    const what = `Request ${asked.number} names the lane ${asked.named}, which the script does not have (${names}).`;
    return { code: "HX411", what, where, mend: `Add the lane ${asked.named} to the script.` };
  }
  const ended =
    lane === null ? "every lane of the script has begun or ended" : `lane ${lane.name} has no step ${lane.used + 1}`;
  const near =
    closest === null
      ? " It goes on from no earlier request."
      : ` It goes on from request ${closest.request.number} (lane ${closest.lane.name}).`;
  return {
    code: "HX411",
    what: `Request ${asked.number} has no scripted answer: ${ended}.${asked.named === null ? near : ""}`,
    where,
    mend: `Add a step to the script (lanes: ${names}), or find out why the client asked once more.`,
  };
}

function leftover(lane: Lane, others: ReadonlySet<string>): MockFault {
  const [last] = lane.requests.slice(-1);
  const progress = last === undefined ? "No request began this lane." : `Its last request was number ${last.number}.`;
  const elsewhere = others.size === 0 ? "" : ` Other requests went to ${[...others].join(", ")}.`;
  return {
    code: "HX412",
    what: `Lane ${lane.name} stopped before step ${lane.used + 1} of ${lane.steps.length} (${describe(lane.steps[lane.used])}). ${progress}${elsewhere}`,
    where: `script, lane ${lane.name}, step ${lane.used + 1}`,
    mend: "Remove the step, or find out why the client stopped early.",
  };
}

function describe(step: Step | undefined): string {
  if (step?.reply.kind !== "message") return step === undefined ? "nothing" : `error ${step.reply.status}`;
  const block = step.reply.content.at(-1);
  if (block === undefined) return step.reply.stopReason;
  return block.type === "call" ? `call ${block.tool}` : `${block.type} ${JSON.stringify(block.text.slice(0, 40))}`;
}
