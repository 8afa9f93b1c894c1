import type { forkMembers } from "../schema/fork-parts.ts";
import type { Schema } from "../schema/from-schema.ts";

/** One way to name the subject under `fork`. subjects.ts lists them all. */
export type SubjectKind<Written = unknown, Subject = unknown> = {
  /** The key under `fork`. */
  readonly key: string;
  readonly schema: Schema;
  decode(written: Written): Subject;
  /** Whether forkproof sends the parent's request and gives the fork its directive. */
  readonly needs: { readonly parent: boolean; readonly prompt: boolean };
  /** The keys of `fork` that mean nothing to it, and how a message names such a fork. */
  readonly refuses?: Refusal<keyof typeof forkMembers>;
};

/** Keys that the schema refuses under the name of a definition; a message puts its title after "is not allowed in". */
export type Refusal<Key extends string = string> = {
  readonly definition: string;
  readonly title: string;
  readonly keys: readonly Key[];
};
