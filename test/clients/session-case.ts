import type { Relation } from "../../harness/kernel/breaks/relation.ts";
import type { Verdict } from "../../harness/kernel/judgement.ts";
import type { Places } from "./client-case.ts";

/** A real client that is recorded over several processes of one session, and who continues whom in what it sent. */
export type SessionCase = {
  readonly name: string;
  /** Pinned, the client's own package first. */
  readonly packages: readonly string[];
  readonly wire: string;
  /** Where the package for this platform keeps its program; null for a client in JavaScript. */
  readonly binary: string | null;
  /** For `record --mock`. */
  readonly script: (places: Places) => object;
  readonly files: (places: Places) => Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** For `sh -c`. */
  readonly command: (places: Places) => string;
  readonly requests: readonly ExpectedRequest[];
};

export type ExpectedRequest = {
  readonly name: string;
  /** Text that only this request has after the model's last answer: the order of requests may be chance. */
  readonly says: string;
  /** The name of the request that it continues; null for the first. */
  readonly continues: string | null;
  readonly relation: Relation;
  readonly verdict: Verdict;
  /** Codes with role `cause` or `invalid`, and suspected ones as `perhaps CB405`. */
  readonly causes: readonly string[];
};
