import { type Base, withTexts } from "./base.ts";
import type { Bug } from "./bug.ts";
import { COULD_BE_CUT, type Shape } from "./fork-shapes.ts";
import { Line } from "./line.ts";
import { close, retry, step, steps } from "./play.ts";
import type { Stage } from "./stage.ts";

/** Conversations that are taken up again, run side by side, or are asked twice. */
export const sessionShapes: readonly Shape[] = [
  { name: "retry", play: (stage, line) => retry(stage, line) },
  {
    name: "resume",
    play: (stage, line, bug) => {
      close(stage, line);
      line.shape = "resume";
      if (line.bug === null && bug?.hidesParent !== true) line.break(bug);
      line.say(stage.words.user(stage.words.question()));
      line.next = { isDeciding: true, ...(bug?.asksAnotherModel === true ? { relations: ["side", "turn"] } : {}) };
      steps(stage, line, 2);
      line.shape = "plain";
    },
  },
  { name: "forked session", play: forkedSession },
  { name: "rewind", play: rewind },
  { name: "interleaved sessions", play: (stage, line) => interleaved(stage, line, false) },
  { name: "interleaved sessions that begin alike", play: (stage, line) => interleaved(stage, line, true) },
];

/** The conversation goes on in another session; then the original goes on too. */
function forkedSession(stage: Stage, line: Line, bug: Bug | null): void {
  const { words, chance } = stage;
  close(stage, line);
  const parent = line.last;
  const other = line.copy();
  const isNamed = line.key !== null || "prompt_cache_key" in line.envelope;
  if (isNamed) other.key = `session-${chance.int(100, 999)}`;
  if (other.bug === null && bug?.hidesParent !== true) other.break(bug);
  for (const each of [line, other]) {
    each.say(words.user(words.question()));
    each.shape = "forked session";
  }
  const either = ["turn", "branch"] as const;
  const side = other.bug?.asksAnotherModel === true ? (["side"] as const) : [];
  other.next = { isDeciding: true, relations: [...side, ...(isNamed ? (["branch"] as const) : either)] };
  line.next = { isDeciding: true, relations: isNamed ? ["turn"] : either };
  const run = (one: Line, beside: Line): (() => void)[] => [
    () => {
      if (beside.last !== parent) one.next = { ...one.next, undecidable: COULD_BE_CUT };
      step(stage, one);
    },
    () => step(stage, one),
  ];
  stage.mix(run(line, other), run(other, line));
  line.shape = "plain";
}

/** The user goes back to an earlier answer and says something else. */
function rewind(stage: Stage, line: Line): void {
  const { words } = stage;
  close(stage, line);
  const earlier = line.copy();
  line.say(words.user(words.question()));
  steps(stage, line, 2);
  earlier.say(words.user(words.question()));
  earlier.shape = "rewind";
  earlier.next = { isDeciding: true, relations: ["branch"], undecidable: COULD_BE_CUT };
  steps(stage, earlier, 2);
  Object.assign(line, earlier, { shape: "plain" });
}

/** Two conversations of one client at once. */
function interleaved(stage: Stage, line: Line, areAlike: boolean): void {
  // A third equal request would be a retry of either.
  if (areAlike && stage.hasTwins) return;
  stage.hasTwins ||= areAlike;
  const shape = areAlike ? "interleaved sessions that begin alike" : "interleaved sessions";
  const base = line.base;
  const [one, other] = [line, new Line(areAlike ? base : withOtherOpening(base, stage.words.question()))];
  Object.assign(other, { shape, played: areAlike ? Infinity : 0, key: line.key });
  line.shape = shape;
  const either = ["turn", "branch"] as const;
  if (areAlike && one.root === null) step(stage, one);
  const { root } = one;
  let twin: string | null = null;
  const first = (): void => {
    if (areAlike) {
      // The same request twice is a retry as well, until both are gone on from.
      other.next = {
        parents: [null, root],
        relations: ["root", ...either],
        isDeciding: true,
        undecidable: ASKED_TWICE,
      };
    }
    step(stage, other);
    twin = other.last;
    if (areAlike) alikeNext(stage, other, root);
  };
  const oneNext = (): void => {
    if (areAlike && other.last !== null && one.last === root) alikeNext(stage, one, twin);
    step(stage, one);
  };
  stage.mix(
    [oneNext, () => step(stage, one), () => step(stage, one)],
    [first, () => step(stage, other), () => step(stage, other)],
  );
  line.shape = "plain";
}

/** Without answers nothing shows which of two equal requests is continued. */
function alikeNext(stage: Stage, other: Line, twin: string | null): void {
  const either = ["turn", "branch"] as const;
  other.next = stage.kept.answers
    ? { isDeciding: true, relations: either }
    : { isDeciding: true, relations: either, parents: [other.last, twin], undecidable: ASKED_TWICE };
}

const ASKED_TWICE = "two equal requests are a retry as well as two conversations";

function withOtherOpening(base: Base, question: string): Base {
  const task = `Write down which parts of this repository nobody tests, with one line on each. ${question}`;
  const { items } = base.opening;
  const changed = withTexts({ kind: "opening", items: items.slice(-1) }, (text) => `${text.slice(0, 40)} ${task}`);
  return { ...base, opening: { kind: "opening", items: [...items.slice(0, -1), ...changed.items] }, turns: [] };
}
