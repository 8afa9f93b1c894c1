import type { JsonObject } from "../kernel/json.ts";
import type { FilterForm } from "./filter-form.ts";
import type { Subject } from "./subjects/subjects.ts";

/** A fork to run. */
export type ForkSection = {
  readonly subject: Subject;
  readonly label: string | null;
  /** The directive. Null only for a command, which may have its own. */
  readonly prompt: string | null;
  readonly maxTurns: number | null;
  /** All must allow a call; an empty list allows every call. */
  readonly filter: readonly FilterForm[];
  /** The first that matches a call answers it. */
  readonly tools: readonly ToolStub[];
  readonly siblings: Siblings;
  /** Variables of a module's or command's process; null passes on the value that forkproof itself has. */
  readonly env: Readonly<Record<string, string | null>>;
  /** The caller aborts this long after the fork's first request, in virtual time. */
  readonly abortAfterMs: number | null;
};

export type ToolStub = {
  readonly name: string;
  /** Members that a call's arguments must have; null for any call. */
  readonly input: JsonObject | null;
  readonly outcome: "returns" | "fails";
  readonly text: string;
};

export type Siblings = { readonly count: number; readonly start: "after-first-byte" | "together" };
