import { request } from "node:http";
import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { expect, test } from "vitest";
import { mockProvider, recordExchanges } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { ask, bodyOf, FORK, HEADERS, PARENT, SYSTEM } from "./ask-model.ts";
import { breaksOf, failureOf } from "./failure-of.ts";

expect.extend({ ...matchers });

const BYPASSED = "HX543 1 of 3 requests that the mocked provider answered did not pass through a tape";
const TURN = [...PARENT, "Anna did.", "And then?"];
const script = { parent: [{ text: "Anna did." }, { text: "Nothing." }], fork: [{ text: "One." }] };
const BROKEN = bodyOf(`Now. ${SYSTEM}`, FORK);

type Mock = Awaited<ReturnType<typeof mockProvider>>;

/** Every way to a mocked provider on which a fork can miss the tape. */
const ways: { readonly [name: string]: (mock: Mock) => Promise<unknown> } = {
  "its fetch": (mock) => sent(mock.fetch, "https://api.anthropic.com"),
  "its base URL": (mock) => sent(fetch, mock.baseUrl),
  "node:http": async ({ baseUrl }) => {
    const call = request(`${baseUrl}/v1/messages`, { method: "POST", headers: HEADERS }).end(BROKEN);
    const [response] = await once(call, "response");
    for await (const _ of response);
  },
  "a worker thread": async ({ baseUrl }) => {
    const init = JSON.stringify({ method: "POST", headers: HEADERS, body: BROKEN });
    const code = `fetch("${baseUrl}/v1/messages", ${init}).then((response) => response.text());`;
    await once(new Worker(code, { eval: true }), "exit");
  },
};

async function sent(send: typeof fetch, origin: string): Promise<void> {
  const response = await send(`${origin}/v1/messages`, { method: "POST", headers: HEADERS, body: BROKEN });
  await response.text();
}

test("a fork that reaches a mocked provider past the tape fails the tape's matchers, by whatever way it went", async () => {
  for (const [name, way] of Object.entries(ways)) {
    for (const reach of ["fetch", "baseUrl"] as const) {
      await using mock = await mockProvider({ script });
      const tape = recordExchanges(reach === "fetch" ? { fetch: mock.fetch } : {});
      const origin = reach === "fetch" ? "https://api.anthropic.com" : mock.baseUrl;
      for (const said of [PARENT, TURN]) await ask(tape.fetch, SYSTEM, said, origin);
      await way(mock);
      expect(breaksOf(tape), `${name}, tape over ${reach}`).toContain(BYPASSED);
      expect(breaksOf(tape.exchanges), `${name}, exchanges`).toContain(BYPASSED);
      const finding = failureOf(() => expect(tape).not.toHaveFinding("CB301"));
      expect(finding, `${name}, finding`).toContain(BYPASSED);
    }
  }
});

test("a function between a tape and its mocked provider that changes a body fails the tape's matchers", async () => {
  await using mock = await mockProvider({ script });
  const stamping: typeof fetch = (input, init) => {
    const { body } = init ?? {};
    if (typeof body !== "string") throw new Error("a text was sent");
    const stamp = `"${mock.exchanges.length}. The museum`;
    return mock.fetch(input, { ...init, body: body.replace('"The museum', stamp) });
  };
  const tape = recordExchanges({ fetch: stamping });
  for (const said of [PARENT, TURN, FORK]) await ask(tape.fetch, SYSTEM, said);
  expect(breaksOf(tape)).toContain("HX543 3 of 3 requests that the mocked provider answered");
});

test("a tape does not answer for requests of other tapes, of a time before it, and after its stop", async () => {
  await using mock = await mockProvider({ script });
  await sent(mock.fetch, "https://api.anthropic.com");
  const tape = recordExchanges.global();
  const other = recordExchanges({ fetch: mock.fetch });
  for (const said of [PARENT, TURN]) await ask(fetch, SYSTEM, said, mock.baseUrl);
  await ask(other.fetch, SYSTEM, FORK);
  tape.stop();
  await sent(mock.fetch, "https://api.anthropic.com");
  const faults = breaksOf(tape);
  expect(faults, "the provider's own fault").toContain("HX411");
  expect(faults).not.toContain("through a tape");
});
