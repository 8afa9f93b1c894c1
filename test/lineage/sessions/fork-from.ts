import type { Relation } from "../../../harness/kernel/inspection.ts";
import type { Entry } from "./base.ts";
import type { Bug } from "./bug.ts";
import type { Answer } from "./codec.ts";
import type { Line } from "./line.ts";
import type { Stage } from "./stage.ts";

/**
 * How a fork's first request is written.
 *
 * - `answer, own message` the parent's answer, results for its calls, and the directive in a message of its own
 * - `answer, same message` the directive behind the results, in their message where the wire format allows it
 * - `bare, own message` the parent's request and the directive, without the parent's answer
 * - `bare, same message` the directive behind what the parent's last message says
 */
export type Form = "answer, own message" | "answer, same message" | "bare, own message" | "bare, same message";

export const FORMS: readonly Form[] = [
  "answer, own message",
  "answer, same message",
  "bare, own message",
  "bare, same message",
];

export type Forking = {
  readonly answer: Answer;
  readonly directive: string;
  readonly form: Form;
  readonly bug: Bug | null;
  readonly shape: string;
  /** Whether the parent's calls hold the directive. */
  readonly isTold: boolean;
  /** Whether the parent goes on from the same request. */
  readonly goesOn: boolean;
};

/** A fork of what `line` asked last; the answer to that is what the line said last. */
export function forkFrom(stage: Stage, line: Line, forking: Forking): Line {
  const { answer, directive, bug, form } = forking;
  const fork = line.copy();
  const asked = line.entries.slice(0, -1);
  const { entries, inherited } = written(stage, line, directive, answer, fittingForm(form, bug));
  fork.entries = entries;
  fork.inherited = inherited;
  // A fork of a fork goes wrong as its parent does.
  fork.bug = line.bug ?? bug;
  if (line.bug !== null) fork.inherited = line.inherited;
  fork.shape = forking.shape;
  fork.played = Infinity;
  fork.next = {
    parents: [line.last],
    relations: relationsOf(forking, fork.bug),
    isDeciding: true,
    undecidable: line.bug === null ? whyHidden(stage, asked, forking) : null,
  };
  return fork;
}

function fittingForm(form: Form, bug: Bug | null): Form {
  // What is cut off must not take the directive with it.
  return form === "bare, same message" && bug?.hidesParent === true ? "bare, own message" : form;
}

function written(
  stage: Stage,
  line: Line,
  directive: string,
  answer: Answer,
  form: Form,
): { readonly entries: readonly Entry[]; readonly inherited: number } {
  const { words, base } = stage;
  const asked = line.entries.slice(0, -1);
  const placeholders = answer.calls.map(() => "Fork started, it works in the background.");
  const said = words.user(directive);
  if (answer.calls.length === 0) return { entries: [...line.entries, said], inherited: line.entries.length };
  switch (form) {
    case "answer, own message":
      return {
        entries: [...line.entries, words.reply(answer, placeholders), said],
        inherited: line.entries.length,
      };
    case "answer, same message":
      return {
        entries: [...line.entries, words.reply(answer, placeholders, directive)],
        inherited: line.entries.length,
      };
    case "bare, own message":
      return { entries: [...asked, said], inherited: asked.length };
    case "bare, same message": {
      const last = asked.at(-1);
      const item = last?.items.at(-1);
      const appended = item === undefined ? null : base.codec.appended(item, directive);
      if (last === undefined || appended === null) return { entries: [...asked, said], inherited: asked.length };
      const items = [...last.items.slice(0, -1), appended];
      return { entries: [...asked.slice(0, -1), { ...last, items }], inherited: asked.length };
    }
  }
}

/** Where the parent goes on by itself the fork is the branch; where it does not, nothing tells a fork from a turn. */
function relationsOf({ goesOn }: Forking, bug: Bug | null): readonly Relation[] {
  const relations: readonly Relation[] = goesOn ? ["branch"] : ["branch", "turn"];
  return bug?.asksAnotherModel === true ? ["side", ...relations] : relations;
}

function repeatsAnswer(form: Form): boolean {
  return form.startsWith("answer");
}

/**
 * A fork that lost its parent's last exchange is what a fork of an older request could be, byte for byte. Only the answer to its
 * parent tells: where the fork repeats it or a call of it holds the directive, and the recording keeps that answer, in
 * a response or in the parent's next request.
 */
function whyHidden(stage: Stage, asked: readonly Entry[], { bug, form, isTold, goesOn }: Forking): string | null {
  if (bug?.hidesParent !== true || !asked.some(({ kind }) => kind === "answer")) return null;
  const isKept = stage.kept.answers || goesOn;
  const isSaid = isTold || repeatsAnswer(fittingForm(form, bug));
  return isKept && isSaid ? null : "what is left could as well have been forked from an older request";
}
