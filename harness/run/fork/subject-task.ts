import type { StubbedAnswer } from "./stub-tools.ts";
import type { JsonObject } from "../../scenario/json-object.ts";
import type { StopCause } from "../../scenario/scenario.ts";

/** What a subject is given: a parent that was just answered, and a provider to send its fork to. */
export type SubjectTask = {
  readonly parent: ForkedParent;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Which sibling this is, from 1. Its requests go to the lane of that name. */
  readonly lane: string;
  readonly directive: string;
  readonly label: string;
  readonly maxTurns: number | null;
  readonly timeoutMs: number | null;
  readonly decide: (tool: string, input: JsonObject) => Promise<FilterDecision>;
  /** Answers by the scenario's stubs; throws where none matches. */
  readonly callTool: (tool: string, input: JsonObject) => StubbedAnswer;
  readonly signal: AbortSignal;
  /** Virtual time. */
  readonly startTimer: (delayMs: number, fire: () => void) => () => void;
};

/** The parent's exchange as it crossed the wire in this run. */
export type ForkedParent = {
  readonly request: Buffer;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body of the response; null where it was an error or was cut. */
  readonly answer: Buffer | null;
};

export type FilterDecision = { readonly decision: "allow" | "deny"; readonly rule: string; readonly reason: string };

/** What a subject says of itself. What reached the wire is judged apart from it; what it does not say is null. */
export type SubjectReport = {
  readonly stop: StopCause | null;
  readonly output: string | null;
  readonly decisions: readonly (FilterDecision & { readonly tool: string; readonly input: JsonObject | null })[] | null;
  /** Why it failed, in its own words. */
  readonly error: string | null;
};

/** Whose fork is tested: ours, a module's or a command's. Rejects with HarnessError where the user can mend it. */
export type RunSubject = (task: SubjectTask) => Promise<SubjectReport>;
