import fc from "fast-check";
import { expect, it } from "vitest";
import { chainPair } from "../../harness/cache-model/chain-pair.ts";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { sharedLinks } from "../../harness/cache-model/expected-ratio.ts";
import { chainOf, type Link, type PromptChain } from "../../harness/cache-model/prompt-chain.ts";
import { modelledCaches } from "../../harness/cache-model/rules-of.ts";
import { dialects } from "../../harness/dialects/registry.ts";
import { wirePair } from "../support/wire-json.ts";

/** Everything of a chain but its keys, which mean something only beside another one's. */
function withoutKeys({ root: _root, seeds: _seeds, links, ...chain }: PromptChain): object {
  return { ...chain, links: links.map(readLink) };
}

/** A link may ask its block instead of holding what that says: the members are read, whoever has them. */
function readLink({ tokens, position, segment, pointer, span, kind, message, role }: Link): object {
  return { tokens, position, segment, pointer, span, kind, message, role };
}

it.each(dialects)("a pair on the wire of $name is chained as each request by itself would be", ({ layOut }) => {
  let parted = 0;
  fc.assert(
    fc.property(wirePair, fc.constantFrom(...modelledCaches), fc.boolean(), ({ left, right }, { rules }, again) => {
      const parent = layOut(Buffer.from(left));
      const child = layOut(Buffer.from(again ? left : right), parent);
      const model = rules.models[0]?.family ?? "m";
      const { stored, asked } = chainPair({ layout: parent, model }, { layout: child, model }, rules, {
        tokens: estimateTokens,
      });
      const context = { rules, tokens: estimateTokens, workspace: "", model };
      const [hashedParent, hashedChild] = [chainOf(parent, context), chainOf(child, context)];
      expect(sharedLinks(stored, asked)).toBe(sharedLinks(hashedParent, hashedChild));
      expect(withoutKeys(stored)).toEqual(withoutKeys(hashedParent));
      expect(withoutKeys(asked)).toEqual(withoutKeys(hashedChild));
      if (sharedLinks(stored, asked) < stored.links.length) parted += 1;
    }),
    { numRuns: 300 },
  );
  expect(parted).toBeGreaterThan(10);
});
