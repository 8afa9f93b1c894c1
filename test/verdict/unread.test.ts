import { expect, test } from "vitest";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { breakGate } from "../../harness/verdict/break-gate.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { messagesExchange } from "../support/messages-body.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const hello = `{"model":"m","messages":[{"role":"user","content":"hello"}]}`;
const said = messagesExchange(hello, "1");
const again = messagesExchange(hello, "2");
const other = (id: string, about: Partial<Exchange>): Exchange => ({ ...messagesExchange("", id), ...about });

const odd: readonly (readonly [exchange: Exchange, why: string])[] = [
  [other("3", { method: "GET", path: "/v1/models?key=secret" }), "GET /v1/models has no body"],
  [
    other("4", { method: "WS-UPGRADE", path: "/v1/responses" }),
    "the upgrade to a WebSocket at /v1/responses, whose messages are requests of their own",
  ],
  [
    other("5", { fidelity: "C" }),
    "the recording holds no body of POST /v1/messages (grade C: usage and transcript only)",
  ],
  [
    other("6", { path: "/v1/embeddings", request: Buffer.from(`{"input":"x"}`) }),
    "POST /v1/embeddings is not a request of a supported wire format",
  ],
  [
    other("6c", { path: "/v1/messages/count_tokens?beta=true", request: Buffer.from(hello) }),
    "POST /v1/messages/count_tokens counts tokens: nothing is answered, and no cache is read or written",
  ],
  [
    other("7", { request: Buffer.from(`{"prompt":"x"}`) }),
    "POST /v1/messages names the wire format anthropic-messages, and its body does not have that shape",
  ],
];

const lost = { ...other("9", { headers: [["Content-Encoding", "br, gzip"]] }), outcome: "unreadable" } as const;

test("a body that the recording could not keep is a doubt on the path of a model, and nothing elsewhere", () => {
  const elsewhere = [
    { ...lost, id: "10", path: "/v1/embeddings" },
    { ...lost, id: "11", method: "GET", path: "/v1/models" },
    { ...lost, id: "12", outcome: "aborted" } as const,
  ];
  const { exchanges, totals } = inspectRecording(recordingOf([said, again, lost, ...elsewhere]));
  expect(exchanges.map(({ damaged = false }) => damaged)).toEqual([false, false, true, false, false, false]);
  expect(exchanges[2]?.unread).toBe("the body of POST /v1/messages could not be read (content-encoding: br, gzip)");
  expect(totals.damaged).toBe(1);
  expect(breakGate(exchanges)).toMatchObject({ passed: false, notJudged: ["9"] });
  expect(breakGate(exchanges.filter(({ id }) => id !== "9"))).toMatchObject({ passed: true, notJudged: [] });
});

const broken = other("8", { request: Buffer.from(hello.slice(0, 20)) });

function recordingOf(exchanges: readonly Exchange[]): Recording {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const load = (id: string): Exchange => byId.get(id) ?? said;
  return { name: "odd.jsonl", format: "traffic", ids: [...byId.keys()], load };
}

test("inspect says for each exchange outside its scope what it is and why it is not judged", () => {
  const { exchanges } = inspectRecording(recordingOf([said, again, ...odd.map(([exchange]) => exchange)]));
  expect(exchanges.map(({ unread }) => unread)).toEqual([null, null, ...odd.map(([, why]) => why)]);
});

test.each(odd)("judge says why it does not judge $id", (exchange, why) => {
  const isRead = exchange.request.length > 0 && !why.includes("counts tokens");
  if (isRead) {
    const { verdict, reusableBecause } = judge({ parent: said, child: exchange });
    expect({ verdict, reusableBecause }).toEqual({
      verdict: "not-comparable",
      reusableBecause: [`the parent is anthropic-messages, the child is not: ${why}`],
    });
  } else {
    const refused = { code: "HX257", exit: 2, message: expect.stringContaining(why) };
    expect(() => judge({ parent: said, child: exchange })).toThrow(expect.objectContaining(refused));
  }
});

test("inspect reports invalid JSON and continues after it, and judge stops there", () => {
  const { exchanges } = inspectRecording(recordingOf([said, broken, again]));
  expect(exchanges.map(({ parent, unread }) => [parent, unread])).toEqual([
    [null, null],
    [null, "the body of request 8 is not JSON: the text ends too early: a string is still open"],
    ["1", null],
  ]);
  expect(() => judge({ parent: said, child: broken })).toThrow(expect.objectContaining({ code: "HX250", exit: 3 }));
});

test("a recording without any body says so, instead of reporting invalid JSON", () => {
  const bare = ["1", "2"].map((id) => other(id, { fidelity: "C" }));
  const refused = { code: "HX252", message: expect.stringContaining("holds no bodies (grade C") };
  expect(() => inspectRecording(recordingOf(bare))).toThrow(expect.objectContaining(refused));
});

test("a request that continues a state at the provider is not judged, nor is a request that continues it", () => {
  const asks = (id: string, more: string, items = ""): Exchange =>
    wireExchange("openai-responses", `{"model":"m","input":[{"role":"user","content":"go ${id}"}${items}]${more}}`, id);
  const said = `,{"role":"assistant","content":"a"},{"role":"user","content":"b"}`;
  const response = "continues a response that is not recorded before it: its prompt is unknown";
  const conversation = "continues a conversation that the provider keeps: its prompt is unknown";
  const { exchanges } = inspectRecording(
    recordingOf([
      asks("1", `,"previous_response_id":null`),
      asks("2", `,"previous_response_id":"resp_0"`),
      asks("3", `,"conversation":"conv_0"`),
      asks("4", `,"conversation":{"id":"conv_0"}`),
      { ...asks("3", "", said), id: "5" },
    ]),
  );
  expect(exchanges.map(({ parent, verdict, unread }) => [parent, verdict, unread])).toEqual([
    [null, "not-comparable", null],
    [null, "not-comparable", response],
    [null, "not-comparable", conversation],
    [null, "not-comparable", conversation],
    ["3", "not-comparable", `request 3 ${conversation}`],
  ]);
});

test("inspect says that bodies are compressed if it can read none of them", () => {
  const packed = ["1", "2"].map((id) =>
    other(id, { headers: [["Content-Encoding", "gzip"]], request: Buffer.from("H4sIAAAA") }),
  );
  const refused = { code: "HX252", message: expect.stringMatching(/is not JSON: .*content-encoding: gzip/) };
  expect(() => inspectRecording(recordingOf(packed))).toThrow(expect.objectContaining(refused));
});
