import { expect, test } from "vitest";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import { choosePair } from "../../harness/verdict/recording/choose-pair.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";

type Said = readonly string[];

const wires: readonly {
  readonly wire: string;
  readonly asks: string;
  readonly counts: string;
  readonly body: (tools: Said, said: Said) => object;
}[] = [
  {
    wire: "Messages",
    asks: "/v1/messages",
    counts: "/v1/messages/count_tokens?beta=true",
    body: (tools, said) => ({
      model: "claude-sonnet-4-5",
      tools: tools.map((name) => ({ name, description: `Does ${name}.`, input_schema: { type: "object" } })),
      system: "You write code.",
      messages: said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
    }),
  },
  {
    wire: "Responses",
    asks: "/v1/responses",
    counts: "/v1/responses/input_tokens",
    body: (tools, said) => ({
      model: "gpt-5",
      instructions: "You write code.",
      tools: tools.map((name) => ({ type: "function", name, parameters: { type: "object" } })),
      input: said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
    }),
  },
  {
    wire: "Gemini",
    asks: "/v1beta/models/gemini-2.5-pro:generateContent",
    counts: "/v1beta/models/gemini-2.5-pro:countTokens",
    body: (tools, said) => ({
      systemInstruction: { parts: [{ text: "You write code." }] },
      tools: [{ functionDeclarations: tools.map((name) => ({ name, description: `Does ${name}.` })) }],
      contents: said.map((text, at) => ({ role: at % 2 === 0 ? "user" : "model", parts: [{ text }] })),
    }),
  },
];

test.each(wires)("on $wire, a request that counts tokens is never a parent and hides no break", (each) => {
  const both = ["read", "write"];
  const said = ["go", "one", "two", "three", "four"];
  const recording = recordingOf([
    exchangeOf("1", each.asks, each.body(both, said.slice(0, 1))),
    exchangeOf("2", each.asks, each.body(both, said.slice(0, 3))),
    exchangeOf("3", each.counts, each.body(["read"], said)),
    exchangeOf("4", each.asks, each.body(["read"], said)),
  ]);
  const { exchanges } = inspectRecording(recording);
  expect(
    exchanges.map(({ parent, unread }) => ({ parent, counts: unread?.includes("counts tokens") ?? false })),
  ).toEqual([
    { parent: null, counts: false },
    { parent: "1", counts: false },
    { parent: null, counts: true },
    { parent: "2", counts: false },
  ]);
  expect(exchanges[3]?.findings.find(({ role }) => role === "cause")).toMatchObject({ code: "CB202" });
  expect(choosePair(recording)).toMatchObject({ parent: "2", child: "4" });
});

function exchangeOf(id: string, path: string, body: object): Exchange {
  return {
    id,
    forkOf: null,
    method: "POST",
    path,
    host: null,
    headers: [],
    request: Buffer.from(JSON.stringify(body)),
    response: null,
    startedAtMs: Number(id) * 1_000,
    firstByteMs: null,
    fidelity: "A",
  };
}

function recordingOf(exchanges: readonly Exchange[]): Recording {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return {
    name: "counts",
    format: "traffic",
    ids: [...byId.keys()],
    load: (id) => {
      const exchange = byId.get(id);
      if (exchange === undefined) throw new Error(`no exchange ${id}`);
      return exchange;
    },
  };
}
