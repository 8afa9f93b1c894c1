import { expect, test } from "vitest";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { rulesFor } from "../../harness/cache-model/play-pair.ts";
import { cacheContext } from "../../harness/cache-model/cache-context.ts";
import { isChained } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { createProviderHandler } from "../../harness/mock/provider-handler.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { loadMockWires } from "../../harness/mock/wires.ts";
import { knownLayout } from "../../harness/wires/known-layout.ts";
import { fixtureExchange } from "../support/fixture-body.ts";
import { parentBody } from "./anthropic-body.ts";

const wires = await loadMockWires();

test.for([
  ["a mocked request is chained once for its provider and for the judge", "any key", true],
  ["a request to a workspace of its own is chained again by the judge", "any-key@team-b", false],
] as const)("%s", ([, key, isShared]) => {
  const path = "/v1/messages";
  const request = Buffer.from(JSON.stringify(parentBody));
  const headers = [["x-api-key", key] as const, ["anthropic-version", "2023-06-01"] as const];
  const handler = createProviderHandler(wires, { script: parseScript([{ text: "Done." }]) });
  expect(handler.respond({ method: "POST", path, headers, body: request, nowMs: 0 }).status).toBe(200);
  const layout = knownLayout({ ...fixtureExchange("fork"), request, path });
  if (layout === null) throw new Error("the request has no layout");
  const model = "claude-sonnet-4-6";
  const rules = rulesFor("anthropic", { layout, model, startedAtMs: 0, firstByteMs: 0, headers });
  if (rules === null) throw new Error("the model has no rules");
  expect(isChained(layout, { ...cacheContext(layout, { rules, model }), tokens: estimateTokens })).toBe(isShared);
});
