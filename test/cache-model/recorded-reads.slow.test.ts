import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { createMarkedBlockCache } from "../../harness/cache-model/engines/marked-block-cache.ts";
import type { PromptCache } from "../../harness/cache-model/prompt-cache.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";

const FOLDER = new URL("../../../shared/ground-truth/anthropic/", import.meta.url);
/** Plain follow-ups; server tools, whose usage is a sum over inner rounds, are in other files. */
const FILES = ["rig-prompt-caching", "openllmetry-caching", "openinference-caching", "pydantic-caching-history"];

const isThere = existsSync(FOLDER);
if (!isThere)
  console.warn("Skipped: ../shared/ground-truth is not beside this checkout, so no recorded reads are compared.");

/** What is under test is the key and the walk back; lengths come from the recording, so the minimum is switched off. */
const rules = {
  ...anthropicRules,
  models: anthropicRules.models.map((model) => ({ ...model, minimumTokens: 1 })),
  unknownModel: { ...anthropicRules.unknownModel, minimumTokens: 1 },
};

type Line = {
  readonly seq: string;
  readonly group?: string;
  readonly request_body_raw: string | null;
  readonly usage: { readonly [counter: string]: number | undefined } | null;
};

test.skipIf(!isThere)("the model finds the same entry that a real provider read, token for token", () => {
  const caches = new Map<string, { readonly cache: PromptCache; readonly sizes: Map<string, number>; nowMs: number }>();
  const lines = FILES.flatMap((file) =>
    readFileSync(new URL(`${file}.jsonl`, FOLDER), "utf8")
      .split("\n")
      .filter(Boolean),
  );
  let exact = 0;
  const shorter: string[] = [];
  const longer: string[] = [];
  for (const line of lines.map((text) => JSON.parse(text) as Line)) {
    const read = line.usage?.["cache_read_input_tokens"];
    const write = line.usage?.["cache_creation_input_tokens"];
    if (line.request_body_raw === null || read === undefined || write === undefined || read + write === 0) continue;
    const group = line.group ?? line.seq;
    const run = caches.get(group) ?? { cache: createMarkedBlockCache(rules), sizes: new Map(), nowMs: 0 };
    caches.set(group, run);
    run.nowMs += 1000;

    const layout = parseLayout(Buffer.from(line.request_body_raw));
    const chain = chainOf(layout, { rules, tokens: estimateTokens, workspace: group });
    const prediction = run.cache.predict(chain, run.nowMs);
    const known = run.sizes.get(prediction.hit?.key ?? "");
    if (known === read) exact += 1;
    else if (known !== undefined) (known > read ? shorter : longer).push(line.seq);
    run.cache.commit(prediction, run.nowMs);
    const last = chain.links[chain.breakpoints.at(-1)?.link ?? -1];
    if (last !== undefined) run.sizes.set(last.key, read + write);
  }
  expect(exact).toBeGreaterThanOrEqual(60);
  expect(shorter, "a predicted read that the provider did not serve").toEqual([]);
  expect(longer.length, "warm from an earlier recording").toBeLessThanOrEqual(2);
});
