import { expect, test } from "vitest";
import { inspect, judge, mockProvider, recordExchanges, simulate, type Tape } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { ask, FORK, ORIGIN, PARENT, script, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

type Sent = { readonly url: string; readonly body: NonNullable<RequestInit["body"]> };

function form(): FormData {
  const made = new FormData();
  made.set("file", new Blob(["Haabet"]), "haabet.txt");
  return made;
}

const uploads: readonly Sent[] = [
  { url: `${ORIGIN}/v1/files`, body: form() },
  { url: "https://events.example/telemetry", body: "started" },
  { url: "https://events.example/pictures", body: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) },
];

/** A parent and its fork, with other requests through the same fetch between them. */
async function tapeWith(others: readonly Sent[], forkSystem: string): Promise<Tape> {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({
    fetch: async (input, init) => {
      const body = await new Request(input, init).text();
      return body.startsWith('{"model":') && body.endsWith("}") ? mock.fetch(input, init) : Response.json({});
    },
  });
  await ask(tape.fetch, SYSTEM, PARENT);
  for (const { url, body } of others) await tape.fetch(url, { method: "POST", body });
  await ask(tape.fetch, forkSystem, FORK);
  return tape;
}

test("a tape judges the requests to models, and lists uploads and texts for other services with the reason", async () => {
  const tape = await tapeWith(uploads, SYSTEM);
  expect(tape).toHaveNoCacheBreaks();
  const { exchanges, totals } = inspect(tape);
  expect(totals).toMatchObject({ requests: 5, damaged: 0 });
  expect(exchanges.map(({ parent }) => parent)).toEqual([null, null, null, null, "1"]);
  expect(exchanges.map(({ unread }) => unread)).toEqual([
    null,
    "POST /v1/files is not a request of a supported wire format",
    "POST /telemetry is not a request of a supported wire format",
    "POST /pictures is not a request of a supported wire format",
    null,
  ]);
  expect(simulate(tape).exchanges).toHaveLength(5);
  const broken = await tapeWith(uploads, `Now. ${SYSTEM}`);
  expect(() => expect(broken).toHaveNoCacheBreaks()).toThrow("CB308");
  const [parent, upload] = tape.exchanges;
  if (parent === undefined || upload === undefined) throw new Error("five requests were sent");
  expect(() => judge({ parent, child: upload })).toThrow(/^HX257 .*POST \/v1\/files/);
});

test("a body that may be a request to a model and cannot be read makes a tape fail", async () => {
  const cut = '{"model":"claude-sonnet-4-5","messages":[';
  const wrong: readonly Sent[] = [
    { url: `${ORIGIN}/v1/messages`, body: "started" },
    { url: "https://gateway.example/ask", body: cut },
    { url: "https://gateway.example/ask", body: ` \n${cut}` },
    { url: "https://gateway.example/ask", body: `\uFEFF${cut}` },
  ];
  for (const each of wrong) {
    const tape = await tapeWith([each], SYSTEM);
    expect(() => expect(tape).toHaveNoCacheBreaks(), each.url).toThrow(/^HX250 The body of request 2/);
  }
});
