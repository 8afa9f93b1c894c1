import { describeValue } from "../../wire/describe-value.ts";
import { isJsonObject } from "../../wire/json-object.ts";
import { unknownUsage } from "../../wire/token-usage.ts";

/** Throws if a client gave back something else than its port promises: the run ends with these words as its defect. */
export function checkLlmOutcome(outcome: unknown): void {
  const due =
    'send() of the client has to give back { kind: "answer", answer, attempts } or { kind: "failed", error, attempts }';
  if (!isJsonObject(outcome)) throw new Error(`${due}, not ${describeValue(outcome)}`);
  const { kind, error, answer } = outcome;
  if (kind === "failed") {
    if (isJsonObject(error) && typeof error["message"] === "string") return;
    throw new Error(`${due}; its error has no message`);
  }
  if (kind !== "answer") throw new Error(`${due}; its kind is ${describeValue(kind)}`);
  if (!isJsonObject(answer)) throw new Error(`${due}; its answer is ${describeValue(answer)}`);
  checkAnswer(answer);
}

function checkAnswer({ content, calls, text, usage }: { readonly [name: string]: unknown }): void {
  const missing = "the answer of a client has no";
  if (!Buffer.isBuffer(content)) throw new Error(`${missing} content: a Buffer with the raw JSON array that goes back`);
  if (!Array.isArray(calls)) throw new Error(`${missing} calls: a list, empty where the model called nothing`);
  if (typeof text !== "string") throw new Error(`${missing} text: empty where the model said nothing`);
  if (!isJsonObject(usage)) throw new Error(`${missing} usage: null for each counter that was not reported`);
  for (const counter of Object.keys(unknownUsage)) {
    const count = usage[counter] ?? null;
    if (count !== null && !isNumber(count))
      throw new Error(
        `the usage of a client has ${describeValue(count)} for ${counter}; give a number, or null if it was not reported`,
      );
  }
}

/** Throws if a dispatcher returns something else than a result, which the provider would refuse. */
export function checkToolOutcome(tool: string, outcome: unknown): void {
  if (isJsonObject(outcome) && typeof outcome["content"] === "string") return;
  const given = isJsonObject(outcome)
    ? `an object whose content is ${describeValue(outcome["content"])}`
    : describeValue(outcome);
  const due = "{ content, isError }, content being a text";
  throw new Error(`dispatch() gave back ${given} for ${tool}; it has to give back ${due}`);
}

/** Throws if a filter gave back no whole decision, which denies the call: each is recorded with its rule and reason. */
export function checkDecision(said: unknown): void {
  if (!isJsonObject(said) || typeof said["decision"] !== "string") {
    throw new Error(`it gave back ${describeValue(said)} instead of { decision, rule, reason }`);
  }
  const missing = ["rule", "reason"].filter((name) => typeof said[name] !== "string");
  if (missing.length === 0) return;
  const which = missing.map((name) => `its ${name} is ${describeValue(said[name])}`).join(", ");
  throw new Error(`it gave back a decision without words: ${which}; give { decision, rule, reason }`);
}

/** A grader's answer, with its defaults filled in. Throws for an invalid one: a grader that returns nothing has not graded. */
export function checkGraderAnswer(
  said: unknown,
): string | null | { readonly score: number; readonly threshold: number; readonly why: string | null } {
  if (said === null || typeof said === "string") return said;
  const { score, threshold = 1, why = null } = isJsonObject(said) ? said : {};
  if (!isNumber(score)) {
    throw new Error(`it gave back ${describeValue(said)}; it has to give back a complaint, null or { score }`);
  }
  if (!isNumber(threshold)) throw new Error(`its threshold is ${describeValue(threshold)}, not a number`);
  return { score, threshold, why: typeof why === "string" ? why : null };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
