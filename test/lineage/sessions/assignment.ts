import type { Answer } from "./codec.ts";
import { type Form, FORMS } from "./fork-from.ts";
import type { Stage } from "./stage.ts";

/** What a parent's answer gives away. */
export type Assignment = {
  readonly directives: readonly string[];
  /** Whether the calls hold the directives. */
  readonly isTold: boolean;
  readonly form: Form;
  readonly answer: Answer;
  /** Results of the calls that start no fork: the fork has them as its parent has. */
  readonly done: readonly string[];
};

export function assign(stage: Stage, count: number): Assignment {
  const { chance, words } = stage;
  const directives = Array.from({ length: count }, () => words.directive());
  const isTold = chance.percent(65);
  const answer = words.delegating(directives, isTold, chance.percent(25));
  const done = answer.calls.slice(count).map(() => words.result());
  return { directives, isTold, form: chance.pick(FORMS), answer, done };
}
