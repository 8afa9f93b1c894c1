import type { Answer } from "./codec.ts";
import type { Line } from "./line.ts";
import type { Stage } from "./stage.ts";

/** One request of a line with its answer, and what is said to that: as recorded while there is some, then as made up. */
export function step(stage: Stage, line: Line): void {
  const turn = line.base.turns[line.played];
  if (turn === undefined && stage.chance.percent(12)) {
    close(stage, line);
    line.say(stage.words.user(stage.words.question()));
  } else if (turn === undefined) {
    const answer = stage.words.working();
    stage.ask(line, answer);
    line.say(stage.words.reply(answer));
  } else {
    line.played += 1;
    stage.ask(line, turn.answer);
    line.say(turn.reply);
  }
}

export function steps(stage: Stage, line: Line, count: number): void {
  for (let at = 0; at < count; at += 1) step(stage, line);
}

/** A request that is answered with a closing text: the user is next. */
export function close(stage: Stage, line: Line): Answer {
  const answer = stage.words.closing();
  stage.ask(line, answer);
  return answer;
}

/** The same request again, since the first was refused or its answer broke off. The next one follows the second. */
export function retry(stage: Stage, line: Line): void {
  const { shape } = line;
  line.shape = shape === "plain" ? "retry" : shape;
  stage.ask(line, stage.words.working(), stage.chance.pick(["refused", "cut"]));
  line.next = { isDeciding: true };
  step(stage, line);
  line.next = { isDeciding: true };
  step(stage, line);
  line.shape = shape;
}

/** The steps of a fork: calls and their results, and then its report. */
export function forkSteps(stage: Stage, fork: Line, report: (text: string) => void): (() => void)[] {
  const count = stage.chance.int(1, 4);
  const again = stage.chance.percent(12);
  return Array.from({ length: count }, (_, at) => () => {
    const isLast = at === count - 1;
    if (at === 0 && again) {
      stage.ask(fork, stage.words.working(), stage.chance.pick(["refused", "cut"]));
      fork.next = { isDeciding: true };
    }
    if (at === 1) fork.next = { isDeciding: true };
    const answer = isLast ? stage.words.closing() : stage.words.working();
    stage.ask(fork, answer);
    if (isLast) report(answer.text ?? "");
    else fork.say(stage.words.reply(answer));
  });
}
