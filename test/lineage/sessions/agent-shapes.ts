import { AGENT } from "./base.ts";
import type { Bug } from "./bug.ts";
import { bodyBugs } from "./body-bugs.ts";
import { Chance } from "./chance.ts";
import type { Shape } from "./fork-shapes.ts";
import { copied, type JsonObject, objectsOf } from "./json.ts";
import { Line } from "./line.ts";
import { close, forkSteps, steps } from "./play.ts";
import type { Stage } from "./stage.ts";

/** Conversations that another agent takes over, that are summarised, and clients that go wrong on the way. */
export const agentShapes: readonly Shape[] = [
  { name: "compaction", play: compaction },
  {
    name: "handoff to another model",
    play: (stage, line) => {
      if (line.bug !== null) return;
      const change = bodyBugs.map((make) => make(stage.chance)).find(({ name }) => name === "another-model") ?? null;
      line.break(change);
      line.shape = "handoff to another model";
      line.next = { isDeciding: true, relations: ["side", "turn"] };
      steps(stage, line, 3);
    },
  },
  { name: "handoff to another agent", play: handoff },
  { name: "agent of its own", play: ownAgent },
  {
    name: "bug from some turn on",
    play: (stage, line, bug) => {
      if (line.bug !== null) return;
      const wrong = bug === null || bug.hidesParent === true ? stage.chance.pick(bodyBugs)(stage.chance) : bug;
      line.break(stage.chance.percent(40) ? both(wrong, stage.chance.pick(written)) : wrong);
      line.shape = "bug from some turn on";
      line.next = { isDeciding: true, relations: wrong.asksAnotherModel === true ? ["side", "turn"] : ["turn"] };
      steps(stage, line, 3);
    },
  },
];

/** What comes with a new HTTP client: the same request, written in another way. */
const written: readonly Bug[] = bodyBugs
  .map((make) => make(new Chance(1)))
  .filter(({ name }) => ["spacing", "member-order", "item-member-order"].includes(name));

/** Two bugs that came with the same release. */
function both(bug: Bug, other: Bug): Bug {
  return {
    ...bug,
    name: `${bug.name}, written anew`,
    draft: (draft) => {
      bug.draft?.(draft);
      other.draft?.(draft);
    },
    text: (text) => other.text?.(bug.text?.(text) ?? text) ?? bug.text?.(text) ?? text,
  };
}

function compaction(stage: Stage, line: Line): void {
  const { words, chance } = stage;
  close(stage, line);
  line.shape = "compaction";
  const before = line.last;
  const isAsked = chance.percent(70);
  const summary = {
    text: "1. The user asked to mend the retry limit.\n2. src/retry.ts was read; the limit is ignored.\n3. Next: change it and run the tests.",
    thinking: null,
    calls: [],
  };
  const asking = line.copy();
  asking.say(
    words.user("Your task is to create a detailed summary of the conversation so far. Answer with the summary only."),
  );
  asking.next = { isDeciding: true, relations: ["compaction"] };
  if (isAsked) stage.ask(asking, summary);
  const [opening] = line.entries;
  if (opening === undefined) return;
  const leading = opening.items.filter(({ role }) => role === "system" || role === "developer");
  const text = `This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\n${summary.text}`;
  line.entries = [{ kind: "opening", items: [...leading, ...words.user(text).items] }];
  line.bug = null;
  line.next = {
    isDeciding: true,
    relations: ["compaction"],
    parents: isAsked ? [before, asking.last] : [before],
  };
  steps(stage, line, 2);
  line.shape = "plain";
}

/** The same conversation, taken over by an agent with its own prompt and tools. */
function handoff(stage: Stage, line: Line): void {
  const { words } = stage;
  // It was handed over before: it stays where it is.
  if (line.envelope !== line.base.envelope) return;
  const answer = words.delegating(["Take over."], true);
  stage.ask(line, answer);
  line.say(words.reply(answer, ["Transferred to the explorer."]));
  const fresh = freshAgent(line);
  line.envelope = fresh.envelope;
  const [opening, ...rest] = line.entries;
  if (opening === undefined) return;
  const said = opening.items.filter(({ role }) => role !== "system" && role !== "developer");
  line.entries = [{ kind: "opening", items: [...fresh.leading, ...said] }, ...rest];
  line.bug = null;
  line.shape = "handoff to another agent";
  // Another agent on another model is as much the one as the other.
  line.next = { isDeciding: true, relations: ["fresh", "side"] };
  steps(stage, line, 2);
}

/** An agent with its own prompt and tools gets a task in a call; the parent waits for its report. */
function ownAgent(stage: Stage, line: Line): void {
  const { words, chance } = stage;
  const task = words.directive();
  const isTold = chance.percent(80);
  const answer = words.delegating([task], isTold);
  const shape = "agent of its own";
  stage.ask(line, answer);
  const fresh = freshAgent(line);
  const agent = new Line(line.base);
  Object.assign(agent, { envelope: fresh.envelope, path: line.path, headers: line.headers, key: line.key, shape });
  agent.entries = [{ kind: "opening", items: [...fresh.leading, ...words.user(task).items] }];
  agent.last = line.last;
  if (line.bug?.asksAnotherModel === true) agent.bug = line.bug;
  agent.played = Infinity;
  agent.next = {
    isDeciding: true,
    relations: isTold ? ["fresh"] : ["fresh", "root"],
    parents: isTold ? [line.last] : [line.last, null],
    undecidable: isTold ? null : "no call says what the agent is asked",
  };
  let report = "";
  stage.mix(forkSteps(stage, agent, (text) => (report = text)));
  line.say(words.reply(answer, [report]));
  line.next = { isDeciding: true, shape };
  steps(stage, line, 2);
}

function freshAgent(line: Line): { readonly envelope: JsonObject; readonly leading: readonly JsonObject[] } {
  const { codec, opening } = line.base;
  const isLeading = ({ role }: JsonObject): boolean => role === "system" || role === "developer";
  const body: JsonObject = { ...copied(line.envelope), [codec.list]: copied([...opening.items]) };
  codec.editSystem(body, () => EXPLORER);
  const tools = codec.tools(body);
  const kept = tools?.filter((tool) => codec.toolName(tool) !== AGENT).slice(0, 2) ?? [];
  const own = codec.tool("outline", "Lists what a file exports.", {
    type: "object",
    properties: { path: { type: "string" } },
  });
  tools?.splice(0, tools.length, own, ...kept);
  return { envelope: { ...body, [codec.list]: [] }, leading: objectsOf(body[codec.list]).filter(isLeading) };
}

const EXPLORER = [
  "You explore a repository for another agent, which reads nothing but your report.",
  ...Array.from(
    { length: 40 },
    (_, at) => `${at + 1}. Name files and lines; rule ${(at * 5) % 17} of the house holds for you too.`,
  ),
].join("\n");
