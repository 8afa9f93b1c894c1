import { expect, test } from "vitest";
import { withIncidents } from "../../harness/incidents/with-incidents.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { Inspection, Unanswered } from "../../harness/kernel/inspection/inspection.ts";
import { gateLine } from "../../harness/report/lines/gate-line.ts";
import { renderInspect } from "../../harness/report/render-inspect.ts";
import { renderVerdict } from "../../harness/report/render-verdict.ts";
import { breakGate } from "../../harness/verdict/break-gate.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { wireExchange } from "../support/wire-bodies.ts";

type Answer = Pick<Exchange, "response" | "outcome">;

const tool = (name: string): object => ({ name, input_schema: { type: "object" } });

function request(tools: readonly string[], turns: readonly string[], answer: Answer, id: string): Exchange {
  const body = {
    model: "claude-sonnet-4-5",
    cache_control: { type: "ephemeral" },
    tools: tools.map(tool),
    system: "Be brief. ".repeat(2000),
    messages: turns.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
  };
  const startedAtMs = Number(id) * 1000;
  return { ...wireExchange("anthropic-messages", JSON.stringify(body), id), startedAtMs, ...answer };
}

const response = (status: number, body: string): Exchange["response"] => ({
  status,
  contentType: null,
  body: Buffer.from(body),
  usageIsReal: true,
});

const answered: Answer = {
  outcome: "complete",
  response: response(200, JSON.stringify({ type: "message", content: [{ type: "text", text: "Yes." }] })),
};
const ERROR = JSON.stringify({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } });

/** A turn that lost a tool of its parent; `both` are the answers of the two. */
function inspect(both: readonly [Answer, Answer], tools: readonly string[] = ["agent"]): Inspection {
  const all = [request(["read", "agent"], ["one"], both[0], "1"), request(tools, ["one", "Yes.", "two"], both[1], "2")];
  const load = (id: string): Exchange => all[Number(id) - 1] ?? request([], [], answered, id);
  const recording = { name: "r", format: "cassette", ids: ["1", "2"], load } as const;
  return withIncidents(inspectRecording(recording), recording);
}

const style = { colour: false, columns: 200 };
const sentence = (inspection: Inspection): string => renderVerdict(inspection, style).trim();

const UNKNOWN = "The cost is unknown: the request was not answered.";
const BY_ERROR = "Nothing was billed: the provider answered with an error.";
const UNREACHED = "Nothing was billed: the request did not reach the provider.";

test.each<readonly [name: string, answer: Answer, why: Unanswered, cost: string, happened: string]>([
  [
    "an unreachable provider",
    { outcome: "unreachable", response: null },
    "unreachable",
    UNREACHED,
    "did not reach the provider",
  ],
  ["a connection that ended first", { outcome: "cut", response: null }, "no-answer", UNKNOWN, "was not answered"],
  ["a client that left first", { outcome: "aborted", response: null }, "no-answer", UNKNOWN, "was not answered"],
  [
    "an answer without a body",
    { outcome: "complete", response: response(204, "") },
    "no-answer",
    UNKNOWN,
    "was not answered",
  ],
  [
    "an overloaded provider",
    { outcome: "complete", response: response(529, ERROR) },
    "refused",
    BY_ERROR,
    "was answered with an error (529)",
  ],
  [
    "a redirection",
    { outcome: "complete", response: response(302, "") },
    "refused",
    BY_ERROR,
    "was answered with an error",
  ],
  [
    "a stream that begins with an error",
    { outcome: "complete", response: response(200, `event: error\ndata: ${ERROR}\n\n`) },
    "refused",
    BY_ERROR,
    "was answered with an error (overloaded_error)",
  ],
])("a break is not priced if its request got no answer: %s", (_name, answer, why, cost, happened) => {
  const inspection = inspect([answered, answer]);
  expect(inspection.exchanges[1]).toMatchObject({ unanswered: why, breakCost: null, ratio: null });
  expect(inspection.incidents[0]).toMatchObject({ codes: ["CB202"], cost: { tokens: null, usd: null } });
  expect(sentence(inspection)).toContain(`(CB202). ${cost} 1 of 2 requests ${happened}.`);
  expect(renderInspect(inspection, style)).toMatch(new RegExp(`cost +${cost}`));
});

test("a break is priced if its request was answered, and if the recording holds no responses at all", () => {
  for (const each of [answered, { outcome: null, response: null }])
    expect(sentence(inspect([each, each]))).toMatch(/\(CB202\)\. About [\d,]+ tokens/);
});

test("the cost of a break is unknown if its parent got no answer", () => {
  const inspection = inspect([{ outcome: "cut", response: null }, answered]);
  expect(inspection.exchanges[1]?.breakCost).toBe(null);
  expect(sentence(inspection)).toContain("The cost is unknown. 1 of 2 requests was not answered.");
});

test("a gate fails unless an answered request continues an answered one, and names the number of requests without an answer", () => {
  const kept = ["read", "agent"];
  const silent: Answer = { outcome: "cut", response: null };
  const lines = [
    [answered, answered],
    [answered, silent],
    [silent, silent],
  ] as const;
  expect(lines.map((both) => gateLine(breakGate(inspect(both, kept).exchanges)))).toEqual([
    "passed  1 transition compared, no break\n",
    "failed  no answered request was compared with an answered one, 1 of 2 requests was not answered\n",
    "failed  all 2 requests were not answered\n",
  ]);
});
