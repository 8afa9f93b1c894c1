import { expect, test } from "vitest";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { parentBody } from "./anthropic-body.ts";

test("the mocked provider keeps no key of a client under test, however its header is written", async () => {
  const provider = await createMockProvider({ script: parseScript([{ text: "Done." }]), clock: createVirtualClock() });
  await using server = await serveLoopback(provider);
  const secret = "a-real-key-9f3c";
  const headers = { "X-Api-Key": secret, Authorization: `Bearer ${secret}`, "anthropic-version": "2023-06-01" };
  const response = await fetch(`${server.baseUrl}/v1/messages`, {
    method: "POST",
    headers,
    body: JSON.stringify(parentBody),
  });
  await response.text();
  expect(response.status).toBe(200);
  const kept = provider.served()[0]?.exchange.headers ?? [];
  expect(kept.filter(([, value]) => value.includes(secret))).toEqual([]);
  expect(kept.filter(([, value]) => value === "[redacted]")).toHaveLength(2);
});
