import type { FindingCode } from "../finding.ts";
import type { Relation } from "./relation.ts";

/**
 * The party that can prevent a break.
 *
 * - `ours` the client that sent the request
 * - `provider` only the provider, which dropped or missed an entry
 * - `expected` no party: the user paused, switched the model, the conversation was compacted, or another agent has its own prompt
 */
export type BreakOrigin = "ours" | "provider" | "expected";

/** The origin of a cause, or of a finding that makes a request invalid, on an exchange with this relation to its parent. */
export function breakOrigin(code: FindingCode, relation: Relation): BreakOrigin {
  if (PROVIDER.includes(code)) return "provider";
  if (OWN_PROMPT.includes(relation) && !INVALID.includes(code)) return "expected";
  return MAIN_LINE.includes(relation) && EXPECTED.includes(code) ? "expected" : "ours";
}

/** CB705 evicted, CB901 unexplained-miss: nothing that the client sent explains the shorter read. */
const PROVIDER: readonly FindingCode[] = ["CB705", "CB901"];

/** CB101 model-changed, CB416 compacted, CB701 entry-expired. */
const EXPECTED: readonly FindingCode[] = ["CB101", "CB416", "CB701"];

/** The provider refuses these whatever they are compared with: a call without a result, a result without a call, breakpoints. */
const INVALID: readonly FindingCode[] = ["CB418", "CB419", "CB502", "CB508"];

/** A compaction is a turn of the main line. */
const MAIN_LINE: readonly Relation[] = ["turn", "compaction"];

/** An agent with a system prompt and tools of its own was never meant to share its caller's. */
const OWN_PROMPT: readonly Relation[] = ["fresh"];
