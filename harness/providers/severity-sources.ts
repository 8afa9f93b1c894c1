import type { SeverityRow } from "./provider.ts";

export const NO_EFFORT = "FACTS.md#profile-table, effort: kept; inferred, so a switch is still told";

const TOKENS = "FACTS.md#others: a block's hash is of its tokens and a salt, whatever else a request says";

/** Servers whose blocks are keyed by tokens: neither the caller's key nor another tier costs anything. */
export const tokensAlone: readonly SeverityRow[] = (["CB106", "CB601", "CB602"] as const).map((code) => ({
  code,
  severity: "none",
  source: TOKENS,
}));
