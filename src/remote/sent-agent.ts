import { deserialize, serialize } from "node:v8";
import type { ForkAgent, ParentAgent } from "../fork/isolation/fork-agent.ts";
import { type Isolation, shared } from "../fork/isolation/isolate.ts";
import { ForkParamsError } from "../fork/params/fork-params-error.ts";
import { messageOf } from "../fork/records/run-log.ts";
import { isJsonObject, type JsonObject } from "../wire/json-object.ts";

/** The agent of a fork as it travels: each field of its isolated state as structured clone, in base64. */
export type SentAgent = { readonly parentId: string; readonly state: { readonly [field: string]: string } };

/**
 * Throws ForkParamsError for a field that cannot reach another process: one that the plan shares, unless its value never changes, or
 * a copy or stub that holds code.
 */
export function checkSentAgent({ state, plan }: ParentAgent): void {
  for (const [field, treatment, value] of fieldsOf(state, plan)) {
    switch (treatment.treatment) {
      case "shared":
        if (isMutable(value)) throw refused(field, "the plan shares it, and two processes cannot share a value");
        break;
      case "cloned":
        serialized(field, value);
        break;
      case "cut":
        encodeField(field, treatment.stub);
        break;
      case "fresh":
    }
  }
}

/** Throws ForkParamsError for a value that `fresh` has made and that cannot leave this process. */
export function sendAgent({ state, parentId }: ForkAgent): SentAgent {
  const fields = Object.entries(state).map(([field, value]) => [field, encodeField(field, value)]);
  return { parentId, state: Object.fromEntries(fields) };
}

/** The agent that the fork's worker isolates: the fields that were sent, and the other ones of its role. */
export function receivedAgent({ parentId, state }: SentAgent, role: ParentAgent | undefined): ParentAgent {
  const fields = Object.entries(state);
  const sent = Object.fromEntries(fields.map(([field, text]) => [field, deserialize(Buffer.from(text, "base64"))]));
  // They are the fork's own already.
  const plan = Object.fromEntries(fields.map(([field]) => [field, shared]));
  return { id: parentId, state: { ...role?.state, ...sent }, plan: { ...role?.plan, ...plan } };
}

function fieldsOf(state: object, plan: object): readonly (readonly [string, Isolation<unknown>, unknown])[] {
  const treatments = new Map<string, Isolation<unknown>>(Object.entries(plan));
  return Object.entries(state).map(([field, value]) => [field, treatments.get(field) ?? shared, value]);
}

/** Texts, numbers and other values without members are equal in every process for good. */
function isMutable(value: unknown): boolean {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

function encodeField(field: string, value: unknown): string {
  const bytes = serialized(field, value);
  // A structured clone of an object with methods is an object without them.
  if (isJsonObject(value) && !isSameKind(value, deserialize(bytes))) {
    throw refused(field, "its value is an instance of a class, which would lose its methods on the way");
  }
  return bytes.toString("base64");
}

function serialized(field: string, value: unknown): Buffer {
  try {
    return serialize(value);
  } catch (fault) {
    throw refused(field, `its value cannot leave its process: ${messageOf(fault)}`);
  }
}

function isSameKind(value: JsonObject, copy: unknown): boolean {
  const kind: unknown = Object.getPrototypeOf(value);
  return kind === null || (isJsonObject(copy) && Object.getPrototypeOf(copy) === kind);
}

function refused(field: string, why: string): ForkParamsError {
  const fix = "clone or cut it with data, or leave it out and give it to the agent of the worker's role";
  return new ForkParamsError(`agent.state.${field}`, `${why}; ${fix}`);
}
