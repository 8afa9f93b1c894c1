import { expect, test } from "vitest";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { serveScript } from "../../harness/mock/script/serve-script.ts";
import { parentBody } from "./anthropic-body.ts";

test("serveScript prints its address in one line, answers, and reports unused steps at the end", async () => {
  const script = { parent: [{ text: "Three." }], fork: [{ text: "Done." }] };
  const served = await serveScript(script, { port: 0, clock: createVirtualClock() });
  expect(served.line).toMatch(/^\{"baseUrl":"http:\/\/127\.0\.0\.1:\d+"\}$/);
  const { baseUrl } = JSON.parse(served.line) as { baseUrl: string };
  const response = await fetch(`${baseUrl}/v1/messages`, {
    method: "POST",
    headers: { authorization: "Bearer k", "anthropic-version": "2023-06-01" },
    body: JSON.stringify(parentBody),
  });
  expect(await response.json()).toMatchObject({ content: [{ text: "Three." }] });
  expect((await served.close()).map(({ code, where }) => [code, where])).toEqual([
    ["HX412", "script, lane fork, step 1"],
  ]);
  await expect(fetch(baseUrl)).rejects.toThrow("fetch failed");
});

test("serveScript rejects an invalid script before it serves", async () => {
  await expect(serveScript({ frok: [] }, { port: 0, clock: createVirtualClock() })).rejects.toMatchObject({
    code: "HX141",
  });
});

test("serveScript reports each model without rules once", async () => {
  const told: unknown[] = [];
  const served = await serveScript([{ text: "One." }, { text: "Two." }], {
    port: 0,
    clock: createVirtualClock(),
    onUnknownModel: (unknown) => told.push(unknown),
  });
  for (const content of ["a", "b"]) {
    await fetch(`${served.baseUrl}/v1/messages`, {
      method: "POST",
      headers: { authorization: "Bearer k", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model: "claude-opus-9", max_tokens: 9, messages: [{ role: "user", content }] }),
    });
  }
  expect(told).toEqual([{ model: "claude-opus-9", nearest: expect.stringMatching(/^claude-opus-/) }]);
  await served.close();
});
