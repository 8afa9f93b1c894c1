import { expect, test } from "vitest";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import type { RecordedResponse } from "../../harness/kernel/exchange.ts";
import { type Judgement } from "../../harness/kernel/judgement.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const whole = longBody(TURN).replace(`"model":"m"`, `"model":"claude-sonnet-4-5"`);
const broken = whole.replace("Each figure", "Every figure");

const COUNTERS = { input_tokens: 3, cache_creation_input_tokens: 4000, cache_read_input_tokens: 0, output_tokens: 5 };
const ROUND = { ...COUNTERS, type: "message" };
const NOTHING_CALLED = { server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 } };

type Answer = { readonly usage: object; readonly content?: readonly object[] };

function whole200(document: object, indent = 0): RecordedResponse {
  const body = Buffer.from(JSON.stringify(document, null, indent));
  return { status: 200, contentType: "application/json", body, usageIsReal: true };
}

function streamed({ usage, content = [] }: Answer): RecordedResponse {
  const events = [
    { type: "message_start", message: { type: "message", usage: COUNTERS } },
    ...content.map((block, index) => ({ type: "content_block_start", index, content_block: block })),
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return { status: 200, contentType: "text/event-stream", body: Buffer.from(text), usageIsReal: true };
}

function ratioOf(response: RecordedResponse): Judgement["ratio"] {
  const parent = exchangeOf("1", whole, {
    response: answeredWith({ fresh: 3, write: 4000, read: 0 }),
    startedAtMs: 0,
    firstByteMs: 100,
  });
  const child = exchangeOf("2", broken, { response, startedAtMs: 5_000, firstByteMs: 100 });
  return judge({ parent, child, provider: "anthropic" }).ratio;
}

const ways: readonly (readonly [string, (answer: Answer) => RecordedResponse])[] = [
  ["a body", (answer) => whole200({ type: "message", ...answer })],
  ["an indented body", (answer) => whole200({ type: "message", ...answer }, 2)],
  ["a stream", streamed],
];

test.each(ways)(
  "a low ratio is reported of %s whose answer counts no tool call and lists one round",
  (_name, answered) => {
    const quoted = [{ type: "text", text: `{"type":"server_tool_use"} and "iterations":[{},{}]` }];
    for (const usage of [COUNTERS, NOTHING_CALLED, { iterations: [ROUND] }, { iterations: [], ...NOTHING_CALLED }])
      for (const content of [[], quoted])
        expect(ratioOf(answered({ content, usage: { ...COUNTERS, ...usage } }))).toMatchObject({
          observed: 0,
          verdict: "low",
        });
  },
);

test.each(ways)("counters of %s that are sums over several rounds have no ratio", (_name, answered) => {
  const called = [{ type: "server_tool_use", id: "s1", name: "bash_code_execution", input: {} }];
  const sums: readonly Answer[] = [
    { usage: { ...COUNTERS, ...NOTHING_CALLED }, content: called },
    { usage: { ...COUNTERS, server_tool_use: { web_search_requests: 1 } } },
    { usage: { ...COUNTERS, iterations: [ROUND, ROUND] } },
    { usage: { ...COUNTERS, iterations: [{ ...ROUND, type: "compaction" }, ROUND] } },
  ];
  for (const answer of sums) expect(ratioOf(answered(answer)), JSON.stringify(answer)).toBeNull();
});
