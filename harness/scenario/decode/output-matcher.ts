import type { JsonObject } from "../../kernel/json.ts";

/** What the fork's last text must be. */
export type OutputMatcher =
  | { readonly kind: "contains"; readonly text: string }
  /** A regular expression, flag `u`, that matches somewhere. */
  | { readonly kind: "matches"; readonly pattern: string }
  | { readonly kind: "equals"; readonly text: string }
  /** JSON that this schema (draft-07) accepts. */
  | { readonly kind: "schema"; readonly schema: JsonObject };
