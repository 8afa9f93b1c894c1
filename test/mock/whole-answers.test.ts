import { expect, test } from "vitest";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { answerWhole, type WholeAnswer } from "../../harness/mock/serve/answer-request.ts";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";
import { parentBody } from "./anthropic-body.ts";

const url = "https://provider.example/v1/messages";
const headers = [
  ["anthropic-version", "2023-06-01"],
  ["x-api-key", "k"],
] as const;
const body = Buffer.from(JSON.stringify({ ...parentBody, stream: true }));

async function ask(script: unknown): Promise<WholeAnswer> {
  const provider = await createMockProvider({ script: parseScript(script), clock: createVirtualClock() });
  return answerWhole(provider, { method: "POST", url, headers, body }, () => {});
}

test("an answer that is waited for as a whole has the bytes that a fetch reads", async () => {
  const provider = await createMockProvider({ script: parseScript([{ text: "Done." }]), clock: createVirtualClock() });
  const read = await mockFetch(provider)(url, { method: "POST", headers: headers.map(([a, b]) => [a, b]), body });
  const whole = await ask([{ text: "Done." }]);
  expect([whole.status, whole.body?.toString()]).toEqual([read.status, await read.text()]);
});

test("an answer that is cut has no body, and one that is cut before its first byte is refused", async () => {
  expect(await ask([{ text: "Done.", cut: 2 }])).toEqual({ status: 200, body: null });
  await expect(ask([{ text: "Done.", cut: 0 }])).rejects.toThrow("terminated");
});
