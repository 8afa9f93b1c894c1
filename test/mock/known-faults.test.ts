import { expect, test } from "vitest";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { createProviderHandler } from "../../harness/mock/provider-handler.ts";
import { loadMockWires } from "../../harness/mock/wires.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { parentBody } from "./anthropic-body.ts";

const wires = await loadMockWires();
const path = "/v1/messages";
const key = ["x-api-key", "a key"] as const;
const version = ["anthropic-version", "2023-06-01"] as const;
const beta = ["anthropic-beta", "server-side-fallback-2026-07-01"] as const;

// A block of this type needs the beta.
const messages = [{ role: "user", content: [{ type: "fallback" }] }];
const body = Buffer.from(JSON.stringify({ ...parentBody, messages }));
const like = parseLayout(body);

/** Asks a provider of its own, as each job of a run does. */
function statusOf(headers: readonly (readonly [string, string])[], sent: Buffer = body): number {
  const handler = createProviderHandler(wires, { script: parseScript([{ text: "Done." }]), like });
  return handler.respond({ method: "POST", path, headers, body: sent, nowMs: 0 }).status;
}

test("a body that was accepted with a beta header is refused without it", () => {
  expect([statusOf([key, version, beta]), statusOf([key, version]), statusOf([key, version, beta])]).toEqual([
    200, 400, 200,
  ]);
});

test("a copy of a refused body gets the same answer as the body itself", () => {
  expect([statusOf([key, version]), statusOf([key, version], Buffer.from(body))]).toEqual([400, 400]);
});
