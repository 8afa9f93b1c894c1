import type { Fields } from "./fields.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";

/** A JSON Lines format as a value: what marks it, how an exchange is named, how a line is read. */
export type LineFormat = {
  readonly name: "traffic" | "ground-truth";
  /** Members that every line of this format has at its root. */
  readonly marks: readonly string[];
  /** Root members that make the id, in this order. */
  readonly idMembers: readonly string[];
  /** Root member that tells when the request was sent, in ISO 8601; null where none does (a response's date is no such time). */
  readonly sentMember: string | null;
  /** The id from the values of `idMembers` (undefined where a line has none); null where they make none. */
  readonly idOf: (values: readonly unknown[], lineNumber: number) => string | null;
  /** Reads a whole line; `raw` are its bytes, for what must not be parsed and written again. */
  readonly read: (line: Fields, id: string, raw: Buffer) => RecordedExchange;
};
