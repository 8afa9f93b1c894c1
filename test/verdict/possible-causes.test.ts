import { expect, test } from "vitest";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import type { Exchange, Header } from "../../harness/kernel/exchange.ts";
import type { JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { gateLine } from "../../harness/report/lines/gate-line.ts";
import { renderInspect } from "../../harness/report/render-inspect.ts";
import { PLAIN } from "../../harness/testing/matchers/matcher.ts";
import { breakGate } from "../../harness/verdict/break-gate.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

type Sent = { readonly members?: object; readonly headers?: readonly Header[]; readonly path?: string };

/** A parent and a fork of it that read so many of the 2,500 tokens that the parent left. */
function inspected(parent: Sent, fork: Sent, read: number): JudgedRecording {
  const body = (turn: string, { members = {} }: Sent): string =>
    JSON.stringify({ ...(JSON.parse(longBody(turn)) as object), model: "claude-sonnet-4-5", ...members });
  const others: readonly Header[] = [["anthropic-version", "2023-06-01"]];
  const sent = ({ headers = [], path = "/v1/messages" }: Sent): Partial<Exchange> => ({
    headers: [...others, ...headers],
    path,
  });
  return inspectRecording(
    recordingOf([
      exchangeOf("1", body("", parent), {
        startedAtMs: 0,
        response: answeredWith({ fresh: 3, write: 2500, read: 0 }),
        ...sent(parent),
      }),
      exchangeOf("2", body(TURN, fork), {
        forkOf: "1",
        startedAtMs: 5_000,
        response: answeredWith({ fresh: 3, write: 2500 - read, read }),
        ...sent(fork),
      }),
    ]),
    { provider: "anthropic" },
  );
}

const suspects = (parent: Sent, fork: Sent, read = 0): readonly string[] =>
  inspected(parent, fork, read).exchanges.flatMap(({ suspected }) => suspected);

test.each<readonly [string, Sent, Sent, string]>([
  ["a member that is not known", {}, { members: { system_suffix: "Be brief." } }, "CB109"],
  ["another value of such a member", { members: { transforms: [] } }, { members: { transforms: ["x"] } }, "CB109"],
  ["a beta that is not known to reach the prompt", {}, { headers: [["anthropic-beta", "new-2026-11-01"]] }, "CB105"],
  ["the model's name with a date", {}, { members: { model: "claude-sonnet-4-5-20250929" } }, "CB101"],
  ["another list of upstreams", {}, { members: { provider: { order: ["azure"] } } }, "CB603"],
  ["another API key", { headers: [["x-api-key", "a"]] }, { headers: [["x-api-key", "b"]] }, "CB603"],
  ["another key in the path", { path: "/v1/messages?key=a" }, { path: "/v1/messages?key=b" }, "CB603"],
])("a read of 0 is a possible break with %s, and the provider's without", (_name, parent, fork, code) => {
  expect(suspects(parent, fork)).toEqual([code]);
  // What was read shows that nothing was lost, and an equal request has nothing that explains the miss.
  expect(suspects(parent, fork, 2500)).toEqual([]);
  expect(suspects(fork, fork)).toEqual([]);
});

test("a member that is not known gives no finding where the prefix was read", () => {
  const { exchanges } = inspected(
    {},
    { members: { system_suffix: "Be brief.", provider: { order: ["azure"] } } },
    2500,
  );
  expect(exchanges.flatMap(({ findings }) => findings.map(({ code }) => code))).not.toContain("CB109");
  expect(exchanges.flatMap(({ findings }) => findings.map(({ code }) => code))).not.toContain("CB603");
});

test.each<readonly [string, object]>([
  ["metadata", { metadata: { user_id: "u" } }],
  ["sampling", { temperature: 0, top_p: 0.5, stop_sequences: ["x"] }],
  ["a limit", { max_tokens: 7 }],
  ["streaming", { stream: true, stream_options: { include_usage: true } }],
  ["what is stored", { store: true, user: "u" }],
])("a read of 0 stays the provider's where only %s differs", (_name, members) => {
  const { exchanges, totals } = inspected({}, { members }, 0);
  expect(exchanges[1]?.suspected).toEqual([]);
  expect(exchanges[1]?.findings.map(({ code }) => code)).toContain("CB901");
  expect(totals.lost.tokens).toMatchObject({ provider: 2500, ours: 0 });
});

test("a possible break names the member, fails the gate, and is not counted as the provider's", () => {
  const inspection = inspected({}, { members: { system_suffix: "Be brief." } }, 0);
  const { exchanges, totals } = inspection;
  expect(gateLine(breakGate(exchanges))).toBe("failed  1 possible break (at 2)\n");
  expect([exchanges[1]?.unserved, totals.lost.tokens, totals.suspected]).toEqual([
    null,
    { ours: 0, provider: 0, expected: 0 },
    1,
  ]);
  const text = renderInspect(inspection, PLAIN).replaceAll(/\s+/g, " ");
  expect(text).toContain("doubt CB109 may explain that nothing was read");
  expect(text).toContain('system_suffix is not sent in the parent and "Be brief." in the fork');
  expect(text).not.toContain("the provider");
});

/** The judgement of a fork whose response reports no counters. */
function uncounted(parent: object, fork: object): Judgement {
  const sent = (turn: string, members: object, startedAtMs: number): Exchange =>
    exchangeOf(
      String(startedAtMs),
      JSON.stringify({ ...(JSON.parse(longBody(turn)) as object), model: "claude-sonnet-4-5", ...members }),
      { startedAtMs, firstByteMs: 9 },
    );
  return judge({ parent: sent("", parent, 0), child: sent(TURN, fork, 5_000), provider: "anthropic" });
}

test.each<readonly [string, object, object]>([
  ["tone", {}, { tone: "formal" }],
  ["tone", { tone: { a: 1 } }, { tone: { a: 1, b: 2 } }],
  ["thinking.style", { thinking: { type: "adaptive" } }, { thinking: { type: "adaptive", style: "long" } }],
  ["output_config.verbosity", {}, { output_config: { verbosity: "low" } }],
])("a fork whose counters are unknown is in doubt where %s differs", (name, parent, fork) => {
  const { findings, reusable, reusableBecause } = uncounted(parent, fork);
  expect(findings.map(({ code, role, names }) => [code, role, ...names])).toEqual([["CB109", "note", name]]);
  expect([reusable, ...reusableBecause]).toEqual(["unknown", expect.stringContaining(`differ in ${name}, and`)]);
});

test.each<readonly [string, object]>([
  ["what is shown of the thinking", { thinking: { type: "adaptive", display: "omitted" } }],
  ["a limit", { max_tokens: 7, thinking: { type: "adaptive" } }],
])("a fork whose counters are unknown is not in doubt where only %s differs", (_name, fork) => {
  const { findings, reusable } = uncounted({ thinking: { type: "adaptive" } }, fork);
  expect([findings, reusable]).toEqual([[], "yes"]);
});
