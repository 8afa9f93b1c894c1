import type { SeverityRow } from "./provider.ts";

export const NO_EFFORT = "[I] no effort rule is documented, so a switch is still reported";

const TOKENS = "[D] vLLM, SGLang: a block's hash is of its tokens and a salt, whatever else a request says";

/** Servers whose blocks are keyed by tokens: neither the caller's key nor another tier costs anything. */
export const tokensAlone: readonly SeverityRow[] = (["CB106", "CB601", "CB602"] as const).map((code) => ({
  code,
  severity: "none",
  source: TOKENS,
}));
