import type { Fields } from "./fields.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";

/** A JSON Lines format as a value: its marks, the id of an exchange, the reading of a line. */
export type LineFormat = {
  readonly name: "traffic" | "ground-truth";
  /** Members that every line of this format has at its root. */
  readonly marks: readonly string[];
  /** Root member with the request's body as a string: most of a line. */
  readonly bodyMember: string;
  /** Root members that make the id, in this order. */
  readonly idMembers: readonly string[];
  /**
   * Root member with the time when the request was sent, in ISO 8601; null if the format has none (a response's date is not that
   * time).
   */
  readonly sentMember: string | null;
  /** The id from the values of `idMembers` (undefined for a missing member); null if they make no id. */
  readonly idOf: (values: readonly unknown[], lineNumber: number) => string | null;
  /** Reads a whole line; `raw` are its bytes, for what must not be parsed and written again. */
  readonly read: (line: Fields, id: string, raw: Buffer) => RecordedExchange;
};
