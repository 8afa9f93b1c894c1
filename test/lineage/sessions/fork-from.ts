import type { Relation } from "../../../harness/kernel/breaks/relation.ts";
import type { Entry } from "./base.ts";
import type { Bug } from "./bug.ts";
import type { Answer } from "./codec.ts";
import type { Line } from "./line.ts";
import type { Stage } from "./stage.ts";
import type { Truth } from "./truth.ts";

/**
 * How a fork's first request is written.
 *
 * - `answer, own message` the parent's answer, results for its calls, and the directive in a message of its own
 * - `answer, same message` the directive behind the results, in their message where the wire format allows it
 * - `answer, acknowledged` the same, and a word of the model's that it begins, as Qwen Code writes it
 * - `bare, own message` the parent's request and the directive, without the parent's answer
 * - `bare, same message` the directive behind what the parent's last message says
 */
export type Form =
  | "answer, own message"
  | "answer, same message"
  | "answer, acknowledged"
  | "bare, own message"
  | "bare, same message";

export const FORMS: readonly Form[] = [
  "answer, own message",
  "answer, same message",
  "answer, acknowledged",
  "bare, own message",
  "bare, same message",
];

export type Forking = {
  readonly answer: Answer;
  readonly directive: string;
  /** Results of the calls that start no fork, behind those that do. */
  readonly done: readonly string[];
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
  const { bug, form } = forking;
  const fork = line.copy();
  const asked = line.entries.slice(0, -1);
  const { entries, inherited, isJoined = false } = written(stage, line, forking, fittingForm(form, bug));
  fork.entries = entries;
  fork.inherited = inherited;
  // A fork of a fork goes wrong as its parent does.
  fork.bug = line.bug ?? bug ?? (isJoined ? JOINED : null);
  if (line.bug !== null) fork.inherited = line.inherited;
  fork.shape = forking.shape;
  fork.played = Infinity;
  fork.next = {
    parents: [line.last],
    relations: relationsOf(forking, fork.bug),
    isDeciding: true,
    undecidable: line.bug === null ? whyHidden(stage, asked, forking) : null,
    ...(asked.length === 1 && (isJoined || fork.bug?.changesOpening === true)
      ? mayBeNew(stage, line.last, forking, fork.bug)
      : {}),
  };
  return fork;
}

/** The directive behind the parent's text, in one string with it: the message is no longer the parent's. */
const JOINED: Bug = { name: "directive-in-last-text", isAlways: true };

function fittingForm(form: Form, bug: Bug | null): Form {
  // What is cut off must not take the directive with it.
  return form === "bare, same message" && bug?.hidesParent === true ? "bare, own message" : form;
}

function written(
  stage: Stage,
  line: Line,
  { directive, answer, done }: Forking,
  form: Form,
): { readonly entries: readonly Entry[]; readonly inherited: number; readonly isJoined?: boolean } {
  const { words, base } = stage;
  const asked = line.entries.slice(0, -1);
  const started = answer.calls.slice(done.length).map(() => "Fork started, it works in the background.");
  const placeholders = [...started, ...done];
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
    case "answer, acknowledged": {
      const begins = { text: "Understood. I begin.", thinking: null, calls: [] };
      const word: Entry = { kind: "answer", items: base.codec.answer(begins) };
      const all = [...line.entries, words.reply(answer, placeholders, directive), word, words.user("Begin.")];
      return { entries: all, inherited: line.entries.length };
    }
    case "bare, own message":
      return { entries: [...asked, said], inherited: asked.length };
    case "bare, same message": {
      const last = asked.at(-1);
      const item = last?.items.at(-1);
      const appended = item === undefined ? null : base.codec.appended(item, directive);
      if (last === undefined || appended === null) return { entries: [...asked, said], inherited: asked.length };
      const items = [...last.items.slice(0, -1), appended];
      const isJoined = typeof appended["content"] === "string";
      return { entries: [...asked.slice(0, -1), { ...last, items }], inherited: asked.length, isJoined };
    }
  }
}

/** Where the parent goes on by itself the fork is the branch; otherwise nothing distinguishes a fork from a turn. */
function relationsOf({ goesOn }: Forking, bug: Bug | null): readonly Relation[] {
  const relations: readonly Relation[] = goesOn ? ["branch"] : ["branch", "turn"];
  return bug?.asksAnotherModel === true ? ["side", ...relations] : relations;
}

/** A first message that goes on in another way, or begins in another, may be the first message of another conversation. */
function mayBeNew(stage: Stage, parent: string | null, forking: Forking, bug: Bug | null): Partial<Truth> {
  const { isTold, goesOn, form } = forking;
  if ((isTold || repeatsAnswer(form)) && (stage.kept.answers || goesOn)) return {};
  return {
    parents: [parent, null],
    relations: [...relationsOf(forking, bug), "root"],
    undecidable: "two conversations may begin with the same words",
  };
}

function repeatsAnswer(form: Form): boolean {
  return form.startsWith("answer");
}

/**
 * A fork that lost its parent's last exchange is what a fork of an older request could be, byte for byte. Only the answer to its
 * parent shows it: where the fork repeats it or a call of it holds the directive, and the recording keeps that answer, in
 * a response or in the parent's next request.
 */
function whyHidden(stage: Stage, asked: readonly Entry[], { bug, form, isTold, goesOn }: Forking): string | null {
  if (bug?.hidesParent !== true || !asked.some(({ kind }) => kind === "answer")) return null;
  const isKept = stage.kept.answers || goesOn;
  const isSaid = isTold || repeatsAnswer(fittingForm(form, bug));
  return isKept && isSaid ? null : "what is left could as well have been forked from an older request";
}
