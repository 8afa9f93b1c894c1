import { createHash } from "node:crypto";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import { unitTexts } from "../cache-model/tokens/unit-parts.ts";
import type { Layout } from "../kernel/layout.ts";

/**
 * A name for what a model reads in a prompt up to a link, however a body of this wire spells it: a string, its one text block and its
 * two halves have the same. Two prefixes with different names are two.
 */
export function prefixWords({ units, body, dialect }: Layout, { links }: PromptChain, link: number): string {
  const covered = new Set(links.slice(0, link + 1).map(({ pointer }) => pointer));
  const name = createHash("sha256").update(dialect);
  for (const unit of units) {
    if (unit.unit === "envelope" || !covered.has(unit.pointer)) continue;
    for (const text of unitTexts(body, unit)) name.update(text);
  }
  return name.digest("base64url");
}
