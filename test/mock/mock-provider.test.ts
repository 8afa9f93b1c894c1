import { expect, test } from "vitest";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";
import { parentBody } from "./anthropic-body.ts";

const request = {
  method: "POST",
  headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
  body: JSON.stringify(parentBody),
};

test("the mocked provider reports when a lane's response began and how many are in flight", async () => {
  const clock = createVirtualClock(1000);
  const provider = await createMockProvider({ script: parseScript([{ text: "Done.", wait: "go" }]), clock });
  const answered = mockFetch(provider)("https://provider.example/v1/messages", request);
  await provider.gates.held("go", 1);
  expect([provider.inFlight(), provider.served()[0]?.outcome]).toEqual([1, "open"]);
  clock.advance(500);
  provider.gates.open("go");
  await provider.began("fork");
  await (await answered).text();
  expect([provider.inFlight(), provider.served()[0]?.outcome]).toEqual([0, "complete"]);
  expect(provider.served()[0]?.exchange).toMatchObject({ startedAtMs: 1000, firstByteMs: 501 });
});

test("a fetch with an aborted signal rejects with the client's reason and sends nothing", async () => {
  const provider = await createMockProvider({ script: parseScript([{ text: "Done." }]), clock: createVirtualClock() });
  const reason = new Error("the client changed its mind");
  const url = "https://provider.example/v1/messages";
  const aborted = mockFetch(provider)(url, { ...request, signal: AbortSignal.abort(reason) });
  await expect(aborted).rejects.toBe(reason);
  expect(provider.served()).toEqual([]);
});

test("a Request object is answered like a URL with its options", async () => {
  const provider = await createMockProvider({ script: parseScript([{ text: "Done." }]), clock: createVirtualClock() });
  const response = await mockFetch(provider)(new Request("https://provider.example/v1/messages", request));
  expect(await response.json()).toMatchObject({ content: [{ text: "Done." }] });
  expect(provider.served()[0]?.exchange).toMatchObject({ host: "provider.example", path: "/v1/messages" });
});

test("a fetch of ours keeps the buffer of a body, and a client's is copied since the client may change it", async () => {
  const provider = await createMockProvider({
    script: parseScript([{ text: "One." }, { text: "Two." }]),
    clock: createVirtualClock(),
  });
  const body = Buffer.from(request.body);
  const url = "https://provider.example/v1/messages";
  await (await mockFetch(provider, () => {}, { keepsBodies: true })(url, { ...request, body })).text();
  await (await mockFetch(provider)(url, { ...request, body })).text();
  expect(provider.served().map(({ exchange }) => exchange.request === body)).toEqual([true, false]);
  expect(provider.served().every(({ exchange }) => exchange.request.equals(body))).toBe(true);
});
