import type { Layout } from "../kernel/layout.ts";
import type { KeyRules } from "../providers/rules/cache-rules.ts";
import type { ChainContext } from "./prompt/prompt-chain.ts";

/** The workspace of a request that does not name one. */
export const USUAL_WORKSPACE = "default";

/**
 * How a cache sees a request. On wires that name the model in the path, the path's is part of the key; else the body's own word is. A
 * mocked request is chained once, since the mocked provider and the judge's play of its requests see it alike.
 */
export function cacheContext(
  layout: Layout,
  { rules, model, workspace = USUAL_WORKSPACE }: CachedPrompt,
): Omit<ChainContext, "tokens"> {
  const isInBody = layout.parameters.some(({ name }) => name === "model");
  return { rules, workspace, ...(!isInBody && { model }) };
}

type CachedPrompt = { readonly rules: KeyRules; readonly model: string; readonly workspace?: string };
