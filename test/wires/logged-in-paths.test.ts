import { describe, expect, test } from "vitest";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { JsonObject } from "../../harness/kernel/json.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recognise } from "../../harness/wires/recognise.ts";
import { readUsage } from "../../harness/wires/gemini-generate/read-usage.ts";
import { wireBodies, wireExchange } from "../support/wire-bodies.ts";

const bare: JsonObject = JSON.parse(wireBodies["gemini-generate"]) as JsonObject;
const CODE_ASSIST = "/v1internal:streamGenerateContent?alt=sse";

/** As Gemini CLI sends it after a login with Google. */
function wrapped(request: JsonObject, id: string): Exchange {
  const body = { model: "gemini-2.5-pro", project: "a-project", user_prompt_id: `prompt-${id}`, request };
  return { ...wireExchange("gemini-generate", JSON.stringify(body), id), path: CODE_ASSIST };
}

const plain = (request: JsonObject, id: string): Exchange =>
  wireExchange("gemini-generate", JSON.stringify(request), id);

const contents = bare["contents"] as readonly JsonObject[];
const said = { role: "user", parts: [{ text: "Fork." }] };
const grown = { ...bare, contents: [...contents, said] };

/** Forks of `bare`, by what became of its prefix. */
const forks: Readonly<Record<string, JsonObject>> = {
  "keeps the prefix": grown,
  "lost its tools": { ...grown, tools: [] },
  "has another instruction": { ...grown, systemInstruction: { parts: [{ text: "Be long." }] } },
  "lost a message": { ...grown, contents: [...contents.slice(0, 1), said] },
  "ends earlier": { ...bare, contents: contents.slice(0, -1) },
  "has a new first message": { ...grown, contents: [said, ...contents.slice(1)] },
};

describe.for(Object.entries(forks))("a request of Code Assist that %s", ([, fork]) => {
  test("is judged like the request that it wraps, and each pointer leads through the wrapper", () => {
    const known = judge({ parent: plain(bare, "1"), child: plain(fork, "2") });
    const judged = judge({ parent: wrapped(bare, "1"), child: wrapped(fork, "2") });
    expect(judged.dialect).toBe("gemini-generate");
    expect([judged.verdict, judged.shared.blocks]).toEqual([known.verdict, known.shared.blocks]);
    const told = ({ findings, divergence }: typeof known): readonly unknown[] => [
      findings.filter(({ role }) => role === "cause").map(({ code }) => code),
      divergence?.segment,
    ];
    expect(told(judged)).toEqual(told(known));
    const { divergence } = judged;
    if (divergence !== null) {
      expect(divergence.pointer).toBe(`/request${known.divergence?.pointer}`);
    }
  });
});

test("a body that has contents of its own is not taken for a wrapper", () => {
  const body = JSON.stringify({ ...bare, request: { contents: [said] } });
  const exchange = wireExchange("gemini-generate", body);
  expect(
    recognise(exchange)
      ?.parseLayout(exchange.request)
      .units.map(({ pointer }) => pointer),
  ).toEqual(
    recognise(plain(bare, "1"))
      ?.parseLayout(plain(bare, "1").request)
      .units.map(({ pointer }) => pointer),
  );
});

test("the counters of a wrapped answer are read, as JSON and as a stream", () => {
  const usageMetadata = { promptTokenCount: 100, cachedContentTokenCount: 60, candidatesTokenCount: 5 };
  const answer = JSON.stringify({ response: { candidates: [], usageMetadata }, traceId: "t" });
  for (const [contentType, body] of [
    ["application/json", answer],
    ["text/event-stream", `data: ${answer}\n\n`],
  ] as const) {
    expect(readUsage({ contentType, body: Buffer.from(body) })).toMatchObject({ read: 60, fresh: 40, output: 5 });
  }
});

const anthropic = (path: string, id: string, turns: number): Exchange => {
  const { model: _, ...body } = JSON.parse(wireBodies["anthropic-messages"]) as JsonObject;
  const messages = (body["messages"] as readonly JsonObject[]).slice(0, turns);
  const request = JSON.stringify({ anthropic_version: "x-2023", ...body, messages });
  return { ...wireExchange("anthropic-messages", request, id), path };
};

const codex = (id: string, texts: readonly string[]): Exchange => {
  const body = JSON.parse(wireBodies["openai-responses"]) as JsonObject;
  const input = [...(body["input"] as readonly JsonObject[]), ...texts.map((content) => ({ role: "user", content }))];
  const path = "/backend-api/codex/responses";
  return { ...wireExchange("openai-responses", JSON.stringify({ ...body, input }), id), path };
};

const invoked = "/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0";
const vertex = "/v1/projects/p/locations/us/publishers/anthropic/models/claude-sonnet-4-5";

test.for([
  ["Bedrock's invoke", [1, 3].map((turns) => anthropic(`${invoked}/invoke`, `${turns}`, turns))],
  ["Bedrock's stream", [1, 3].map((turns) => anthropic(`${invoked}/invoke-with-response-stream`, `${turns}`, turns))],
  ["Vertex's rawPredict", [1, 3].map((turns) => anthropic(`${vertex}:rawPredict`, `${turns}`, turns))],
  ["Vertex's stream", [1, 3].map((turns) => anthropic(`${vertex}:streamRawPredict`, `${turns}`, turns))],
  ["Codex after a login with ChatGPT", [codex("1", ["one"]), codex("2", ["one", "two"])]],
  ["Gemini CLI after a login with Google", [wrapped(bare, "1"), wrapped(grown, "2")]],
] as const)("the requests of %s are one conversation with a model of known cache rules", ([, exchanges]) => {
  const all = new Map(exchanges.map((each) => [each.id, each]));
  const load = (id: string): Exchange => all.get(id) ?? exchanges[0] ?? wireExchange("openai-chat", "{}");
  const judged = inspectRecording({ name: "r", format: "traffic", ids: [...all.keys()], load }).exchanges;
  expect(judged.map(({ model }) => model)).not.toContain(null);
  expect(judged.map(({ provider }) => provider)).not.toContain(null);
  expect(judged[1]?.parent).toBe(exchanges[0]?.id);
});
