import { expect, test } from "vitest";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { isChained } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { modelledCaches, modelledProviders } from "../../harness/cache-model/rules/rules-of.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { providerNamed } from "../../harness/providers/list.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { knownLayout } from "../../harness/wires/known-layout.ts";
import { modelOf } from "../../harness/wires/model-of.ts";
import { wires } from "../../harness/wires/list.ts";
import { makePair } from "../bench/make-pair.ts";
import { toWire } from "../bench/to-wire.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const pair = makePair(1 << 17, "text", 0);

/** A gateway has its upstream's cache. */
const providers = modelledProviders.filter((name) => providerNamed(name)?.isGateway !== true);

test.each(providers)(
  "findings and reuse of a kept pair are judged without counting its prompts on each wire, at %s",
  (provider) => {
    const counted = wires.filter(({ name }) => {
      const bodies = toWire(name, pair);
      const parent = { ...wireExchange(name, bodies.parent, "1"), startedAtMs: 0, firstByteMs: 900 };
      const child = { ...wireExchange(name, bodies.child, "2"), startedAtMs: 5_000, firstByteMs: 900 };
      const judged = judge({ parent, child, provider });
      const { verdict, findings, reusable } = judged;
      expect([verdict, findings.length > 1, reusable !== null], name).toEqual(["byte-identical", false, true]);
      expect([isCounted(parent), isCounted(child)], name).toEqual([false, false]);
      return judged.ratio?.expected != null && isCounted(parent);
    });
    // An expected ratio needs lengths.
    expect(counted).not.toEqual([]);
  },
);

function isCounted(exchange: Exchange): boolean {
  const layout = knownLayout(exchange);
  if (layout === null) throw new Error("the request has no layout");
  const model = modelOf(layout, exchange.path) ?? "";
  return modelledCaches.some(({ rules }) => isChained(layout, { rules, tokens: estimateTokens, workspace: "", model }));
}
