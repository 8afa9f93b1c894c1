import { expect, test } from "vitest";
import { recordParent } from "../../../src/index.ts";
import { mockProvider } from "../../../harness/testing/index.ts";
import { bodyOf, HEADERS, ORIGIN, PARENT, SYSTEM } from "../../testing/ask-model.ts";

const url = `${ORIGIN}/v1/messages`;
const script = { parent: [{ text: "Anna did." }, { text: "She did." }] };
const init = { method: "POST", headers: HEADERS, body: bodyOf(SYSTEM, PARENT) };

test("latest gives the bytes and headers of the last turn, once its answer was read", async () => {
  await using mock = await mockProvider({ script });
  const recording = recordParent({ fetch: mock.fetch });
  const response = await recording.fetch(url, init);
  expect(recording.latest(), "nobody has read the answer").toBeNull();
  expect(response.url).toBe("");
  expect(await response.text()).toContain("Anna did.");
  const parent = recording.latest();
  expect(parent?.body.bytes.toString()).toBe(init.body);
  expect(parent?.continuation).not.toBeNull();
  expect(JSON.stringify(parent?.headers), "no key is kept").not.toContain("any");
  expect(recording.latest()).toBe(parent);
});

test("a Request and a body that is a stream are sent whole and kept", async () => {
  for (const streamed of [true, false]) {
    await using mock = await mockProvider({ script });
    const recording = recordParent({ fetch: mock.fetch });
    const duplex: object = { duplex: "half" };
    const sent = streamed
      ? [url, { ...init, body: new Blob([init.body]).stream(), ...duplex }]
      : [new Request(url, init)];
    await (await (Reflect.apply(recording.fetch, null, sent) as Promise<Response>)).text();
    expect(mock.exchanges[0]?.request.toString()).toBe(init.body);
    expect(recording.latest()?.body.bytes.toString()).toBe(init.body);
  }
});

test("a refusal, an answer that was left, a count of tokens and another's request do not count as turns", async () => {
  await using mock = await mockProvider({ script });
  const recording = recordParent({ fetch: mock.fetch, isParent: ({ headers }) => !headers.has("x-title") });
  const lane = { ...HEADERS, "x-forkproof-lane": "parent" };
  await (await recording.fetch(url, { ...init, body: "{}" })).text();
  await (await recording.fetch(`${url}/count_tokens`, init)).text();
  await (await recording.fetch(url, { ...init, headers: { ...lane, "x-title": "yes" } })).text();
  const left = await recording.fetch(url, { ...init, headers: lane, body: init.body.replace("{", '{"stream":true,') });
  await left.body?.cancel();
  expect(recording.latest()).toBeNull();
  expect(mock.exchanges.map(({ response }) => response?.status)).toEqual([400, 200, 200, 200]);
});

test("of turns that overlap, the one that began last is the latest", async () => {
  await using mock = await mockProvider({ script: { parent: [{ text: "One." }], fork: [{ text: "Two." }] } });
  const recording = recordParent({ fetch: mock.fetch });
  const first = await recording.fetch(url, { ...init, headers: { ...HEADERS, "x-forkproof-lane": "parent" } });
  const later = bodyOf(SYSTEM, ["Who wrote?"]);
  const second = await recording.fetch(url, {
    ...init,
    body: later,
    headers: { ...HEADERS, "x-forkproof-lane": "fork" },
  });
  await second.text();
  await first.text();
  expect(recording.latest()?.body.bytes.toString()).toBe(later);
});

test("a fetch that throws, throws as before, and a misspelled option is refused with the nearest one", async () => {
  const recording = recordParent({ fetch: () => Promise.reject(new TypeError("fetch failed")) });
  await expect(recording.fetch(url, init)).rejects.toThrow("fetch failed");
  expect(recording.latest()).toBeNull();
  expect(() => Reflect.apply(recordParent, null, [{ fetsh: fetch }])).toThrow("did you mean fetch?");
});

test("behind a gateway whose paths name no wire format, wire says it", async () => {
  const answer =
    '{"type":"message","role":"assistant","content":[{"type":"text","text":"Yes."}],"stop_reason":"end_turn"}';
  const upstream = (): Promise<Response> => Promise.resolve(new Response(answer));
  const silent = recordParent({ fetch: upstream });
  await (await silent.fetch("https://gateway.example/ask", init)).text();
  expect(silent.latest()).toBeNull();
  const named = recordParent({ fetch: upstream, wire: "anthropic-messages" });
  await (await named.fetch("https://gateway.example/ask", init)).text();
  expect(named.latest()?.wire).toBe("anthropic-messages");
});
