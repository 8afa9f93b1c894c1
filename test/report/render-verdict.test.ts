import { expect, test } from "vitest";
import { withIncidents } from "../../harness/incidents/with-incidents.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { renderVerdict } from "../../harness/report/render-verdict.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { wireExchange } from "../support/wire-bodies.ts";

type Sent = { readonly system?: string; readonly tools?: readonly string[]; readonly turns: readonly string[] };

const tool = (name: string): object => ({ name, input_schema: { type: "object" } });
const long = "Be brief. ".repeat(2000);

/** `at` is the second at which it was sent; null where no time was recorded. */
function request({ system = long, tools = ["read", "agent"], turns }: Sent, id: string, at: number | null): Exchange {
  const messages = turns.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const body = {
    model: "claude-sonnet-4-5",
    cache_control: { type: "ephemeral" },
    tools: tools.map(tool),
    system,
    messages,
  };
  const answer = {
    type: "message",
    content: [{ type: "text", text: "Yes." }],
    usage: { input_tokens: 3, output_tokens: 1 },
  };
  return {
    ...wireExchange("anthropic-messages", JSON.stringify(body), id),
    startedAtMs: at === null ? null : at * 1000,
    firstByteMs: at === null ? null : 10,
    response: { status: 200, contentType: null, body: Buffer.from(JSON.stringify(answer)), usageIsReal: false },
  };
}

function verdictOf(sent: readonly Sent[], isTimed = true): string {
  return verdictOfAll(sent.map((each, at) => request(each, String(at + 1), isTimed ? at : null)));
}

function verdictOfAll(all: readonly Exchange[]): string {
  const load = (id: string): Exchange => all[Number(id) - 1] ?? request({ turns: [] }, id, null);
  const recording = { name: "r", format: "traffic", ids: all.map(({ id }) => id), load } as const;
  const inspection = withIncidents(inspectRecording(recording), recording);
  return renderVerdict(inspection, { colour: false, columns: 120 }).replaceAll(/\s+/g, " ").trim();
}

const first: Sent = { turns: ["one"] };
const second: Sent = { turns: ["one", "Yes.", "two"] };

test("a recording without a break says so, and how much of it the cache's rules let it read", () => {
  expect(verdictOf([first, second])).toBe(
    "No break by the client in 1 compared request. Usage is scripted; predicted 99 % read in 1 of 1 compared request.",
  );
  expect(verdictOf([first, second], false)).toContain("predicted up to 99 % read");
});

test("a break is reported with its request, cause, code and cost, and is not predicted to be read", () => {
  expect(verdictOf([first, { ...second, tools: ["read"] }])).toMatch(
    /^Request 2 breaks its parent's prefix: 1 of 2 tools is missing \(CB202\)\. About [\d,]+ tokens, of unknown price\. Usage is scripted, and nothing is predicted to be read\.$/,
  );
});

test("a fork that keeps its parent's prefix and leaves its breakpoint on an early message is not said to break the prefix", () => {
  const marked = (turns: readonly string[], at: number): Exchange => {
    const messages = turns.map((text, place) => ({
      role: place % 2 === 0 ? "user" : "assistant",
      content: [{ type: "text", text, ...(place === 0 && { cache_control: { type: "ephemeral" } }) }],
    }));
    const body = JSON.stringify({ model: "claude-sonnet-4-5", system: long, messages });
    return { ...request({ turns }, String(at), at), request: Buffer.from(body) };
  };
  const grown = ["one", "Yes.", "two ".repeat(50), "Yes.", "three"];
  expect(verdictOfAll([1, 3, 5].map((length, at) => marked(grown.slice(0, length), at + 1)))).toMatch(
    /^Request 3 does not reuse all of its parent's prefix: .* \(CB504\)\./,
  );
});

test("a break of a prompt below the cacheable minimum loses no token, and says so in words", () => {
  const [one, two] = [first, { ...second, tools: ["read"] }].map((each) => ({ ...each, system: "Be brief." }));
  expect(verdictOf([one ?? first, two ?? second])).toContain("(CB202). No tokens lost (estimated).");
});

test("requests that do not continue each other do not count as a success", () => {
  expect(verdictOf([first, { system: "Another agent.", tools: [], turns: ["three"] }])).toBe(
    "Nothing is judged: no request continues another.",
  );
});

test("a prompt below the cacheable minimum is predicted to read nothing", () => {
  const [one, two] = [first, second].map((each) => ({ ...each, system: "Be brief." }));
  expect(verdictOf([one ?? first, two ?? second])).toBe(
    "No break by the client in 1 compared request. Usage is scripted, and nothing is predicted to be read.",
  );
});

test("exchanges that are not judged are counted", () => {
  const upgrade = { ...request(first, "3", 3), method: "WS-UPGRADE", request: Buffer.alloc(0) };
  expect(verdictOfAll([request(first, "1", 1), request(second, "2", 2), upgrade])).toContain(
    "No break by the client in 1 compared request. 1 exchange is not judged.",
  );
});
