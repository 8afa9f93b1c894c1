import { linksBefore } from "../cache-model/prompt/links-before.ts";
import type { PairPlay } from "../cache-model/play-pair.ts";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import type { Finding } from "../kernel/finding.ts";
import type { Layout } from "../kernel/layout.ts";

/**
 * The part of the parent's prefix that stays readable despite a cause.
 *
 * - `blocks` so many leading blocks: the key differs from the next one on
 * - `breakpoints` the key is the same, and breakpoints are missing that would store the prefix or find it
 * - `time` the entry was missing when the request was sent
 * - `provider` all of it: the provider did not serve an existing entry
 */
export type Reach =
  | { readonly by: "blocks"; readonly links: number }
  | { readonly by: "breakpoints" | "time" | "provider" };

export function reachOf(
  { code, segment, pointer, lostBytes }: Finding,
  parent: Layout,
  { stored, rules }: Pick<PairPlay, "stored" | "rules">,
): Reach {
  if (PROVIDER.includes(code)) return { by: "provider" };
  if (segment === "time") return { by: "time" };
  if (segment === "breakpoints") return { by: "breakpoints" };
  const isBlock = segment === "tools" || segment === "system" || segment === "messages";
  // The key of each tool says the whole list.
  if (segment === "tools" && rules.toolsAreOneBlock.value) return { by: "blocks", links: 0 };
  if (isBlock && pointer !== null) return { by: "blocks", links: linksBefore(parent, stored.links, pointer, segment) };
  return { by: "blocks", links: lostBytes === null ? 0 : linksWithout(lostBytes, stored) };
}

/** CB705 evicted, CB901 unexplained-miss. */
const PROVIDER: readonly string[] = ["CB705", "CB901"];

/** Settings lose whole segments, and say so by their bytes. */
function linksWithout(lostBytes: number, { links }: PromptChain): number {
  let left = lostBytes;
  let at = links.length;
  for (; at > 0 && left > 0; at -= 1) {
    const { start = 0, end = 0 } = links[at - 1]?.span ?? {};
    left -= end - start;
  }
  return at;
}
