import type { JsonObject } from "../../kernel/json.ts";

/** One row of a scenario's cases. */
export type Row = {
  /** Its column `id`, or else its number. */
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly columns: JsonObject;
};
