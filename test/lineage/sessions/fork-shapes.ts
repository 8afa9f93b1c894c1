import { assign } from "./assignment.ts";
import type { Bug } from "./bug.ts";
import { forkFrom } from "./fork-from.ts";
import type { Line } from "./line.ts";
import { close, forkSteps, step, steps } from "./play.ts";
import type { Stage } from "./stage.ts";

/** Takes a line that is ready to ask, and leaves it ready to ask. */
export type Shape = { readonly name: string; readonly play: (stage: Stage, line: Line, bug: Bug | null) => void };

type Delegation = { readonly count: number; readonly depth: number; readonly goesOn: boolean; readonly name: string };

/** The parent's answer calls for forks; the parent waits, and goes on with what they report. */
function delegate(stage: Stage, line: Line, bug: Bug | null, { count, depth, goesOn, name }: Delegation): void {
  const { chance, words } = stage;
  const { directives, answer, done, ...how } = assign(stage, count);
  stage.ask(line, answer);
  const reports = directives.map(() => "");
  const isOuter = depth === 0 || chance.percent(60);
  const lines = directives.map((directive, at) => {
    const fork = forkFrom(stage, line, {
      ...how,
      answer,
      directive,
      done,
      bug: isOuter ? bug : null,
      shape: name,
      goesOn,
    });
    const report = (text: string): void => {
      reports[at] = text;
    };
    if (depth === 0) return forkSteps(stage, fork, report);
    return [
      () => {
        // Either of the two forks goes wrong; what the first does wrong, the second inherits.
        delegate(stage, fork, isOuter ? null : bug, { count: 1, depth: depth - 1, goesOn: true, name });
        report(close(stage, fork).text ?? "");
      },
    ];
  });
  if (chance.percent(40)) stage.atOnce(lines.map((each) => each.shift()));
  stage.mix(...lines);
  line.say(words.reply(answer, [...reports, ...done]));
  line.next = { isDeciding: true, shape: name };
}

/** The parent learns that its forks have started and goes on; they send their requests at any time. */
function inBackground(stage: Stage, line: Line, bug: Bug | null, count: number, name: string): void {
  const { chance, words } = stage;
  const { directives, answer, done, ...how } = assign(stage, count);
  const parent = stage.ask(line, answer);
  const forks = directives.map((directive) => {
    const fork = forkFrom(stage, line, { ...how, answer, directive, done, bug, shape: name, goesOn: true });
    const [head, ...rest] = forkSteps(stage, fork, () => undefined);
    const isBare = how.form.startsWith("bare") && !how.isTold;
    const first = (): void => {
      if (isBare && line.last !== parent) fork.next = { ...fork.next, undecidable: COULD_BE_CUT };
      head?.();
    };
    return [first, ...rest];
  });
  line.say(
    words.reply(answer, [
      ...directives.map((_, at) => `Agent launched as task ${at + 1}; its report will follow.`),
      ...done,
    ]),
  );
  line.next = { isDeciding: true, shape: name };
  const more = Array.from({ length: chance.int(1, 3) }, () => () => step(stage, line));
  if (chance.percent(50)) more.shift()?.();
  stage.mix(more, ...forks);
}

/**
 * What continues an older request exactly, while a newer one of the same conversation is there, may be a fork of the newer one that
 * lost the end of it.
 */
export const COULD_BE_CUT = "a fork of a newer request that lost its end would be the same bytes";

export const forkShapes: readonly Shape[] = [
  {
    name: "fork while the parent waits",
    play: (stage, line, bug) => {
      delegate(stage, line, bug, { count: 1, depth: 0, goesOn: true, name: "fork while the parent waits" });
      step(stage, line);
    },
  },
  {
    name: "several forks at once",
    play: (stage, line, bug) => {
      const count = stage.chance.int(2, 3);
      delegate(stage, line, bug, { count, depth: 0, goesOn: true, name: "several forks at once" });
      step(stage, line);
    },
  },
  {
    name: "fork of a fork",
    play: (stage, line, bug) => {
      delegate(stage, line, bug, { count: 1, depth: 1, goesOn: true, name: "fork of a fork" });
      step(stage, line);
    },
  },
  {
    name: "fork after the parent went on",
    play: (stage, line, bug) => inBackground(stage, line, bug, stage.chance.int(1, 2), "fork after the parent went on"),
  },
  {
    name: "fork and no more of the parent",
    play: (stage, line, bug) => {
      const name = "fork and no more of the parent";
      delegate(stage, line.copy(), bug, { count: 1, depth: 0, goesOn: false, name });
      line.entries = [];
    },
  },
  { name: "fork of a finished turn", play: ofFinishedTurn },
];

/** The parent has answered the user: fork and parent go on from there in the same way, each with a message of its own. */
function ofFinishedTurn(stage: Stage, line: Line, bug: Bug | null): void {
  const name = "fork of a finished turn";
  const { words } = stage;
  const answer = close(stage, line);
  const parent = line.last;
  const isFirstSeen = bug !== null && SEEN.includes(bug.name);
  const directive = words.directive();
  const form = "answer, own message";
  const fork = forkFrom(stage, line, {
    answer,
    directive,
    done: [],
    form,
    bug,
    shape: name,
    isTold: false,
    goesOn: true,
  });
  const alike = (isOne: boolean): Pick<Line["next"], "relations"> =>
    isFirstSeen ? {} : { relations: [...(isOne ? [] : (fork.next.relations ?? [])), "turn", "branch"] };
  fork.next = { ...fork.next, ...alike(false) };
  const [head, ...rest] = forkSteps(stage, fork, () => undefined);
  line.say(words.user(words.question()));
  line.next = { isDeciding: true, shape: name, ...alike(true) };
  const first = (): void => {
    if (line.last !== parent) fork.next = { ...fork.next, undecidable: fork.next.undecidable ?? COULD_BE_CUT };
    head?.();
  };
  const goesOn = (): void => {
    if (fork.last !== parent) line.next = { ...line.next, undecidable: COULD_BE_CUT };
    step(stage, line);
  };
  stage.mix([goesOn, () => steps(stage, line, 1)], [first, ...rest]);
}

/** Another agent's tools or prompt: the line that keeps its parent's is the parent's own. */
const SEEN: readonly string[] = ["drop-tool", "clock-in-system", "extra-system"];
