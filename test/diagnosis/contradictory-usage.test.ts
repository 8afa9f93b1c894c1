import { describe, expect, test } from "vitest";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import { recordingOf } from "./inspect-example.ts";
import { exchangeOf } from "./judge-example.ts";
import { body, go, hi } from "./write-body.ts";

const sound = { input_tokens: 3, cache_creation_input_tokens: 4000, cache_read_input_tokens: 0, output_tokens: 5 };
const split = (short: number, long: number): object => ({
  cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
});

/** What CB903 says of a fork whose response carries these counters. */
function said(usage: object): readonly string[] {
  const { body: _, ...answer } = answeredWith({ fresh: 3 });
  const response = { ...answer, body: Buffer.from(JSON.stringify({ type: "message", usage })) };
  const [parent, child] = [exchangeOf("1", longBody()), exchangeOf("2", longBody(TURN), { response })];
  const { findings } = judge({ parent, child });
  return findings.flatMap(({ code, observed }) => (code === "CB903" ? [observed] : []));
}

test.each([
  [{ ...sound, cache_creation_input_tokens: 1165, ...split(1, 2) }, "cache_creation_input_tokens is 1165"],
  [{ ...sound, cache_read_input_tokens: 9_000_000 }, "9,000,000 tokens read"],
  [{ ...sound, input_tokens: -5 }, "input_tokens is -5"],
  [{ ...sound, input_tokens: 3.5 }, "input_tokens is 3.5"],
  [{ ...sound, input_tokens: 1e300 }, "input_tokens is 1e+300"],
  [{ ...sound, cache_creation_input_tokens: 1e300 }, "cache_creation_input_tokens is 1e+300"],
  [{ ...sound, output_tokens: 1e300 }, "output_tokens is 1e+300"],
])("the usage %j contradicts itself", (usage, words) => {
  expect(said(usage)).toEqual([expect.stringContaining(words)]);
});

test("a recording whose stored counters differ from its response contradicts itself, with both numbers", () => {
  const { body: _, ...answer } = answeredWith({ fresh: 3 });
  const response = { ...answer, body: Buffer.from(JSON.stringify({ type: "message", usage: sound })) };
  const found = (kept: object): readonly string[] => {
    const sent = { response, usage: { ...sound, ...kept } };
    const { findings } = judge({ parent: exchangeOf("1", longBody()), child: exchangeOf("2", longBody(TURN), sent) });
    return findings.flatMap(({ code, observed }) => (code === "CB903" ? [observed] : []));
  };
  expect(found({})).toEqual([]);
  expect(found({ cache_creation_input_tokens: 9 })).toEqual([
    "the counters contradict themselves: the recording keeps 9 tokens written, and the response says 4000",
  ]);
  expect(found({ output_tokens: 6 })).toEqual([expect.stringContaining("6 tokens of output, and the response says 5")]);
});

test("counters of a request without a parent are checked against themselves too", () => {
  const { body: _, ...answer } = answeredWith({ fresh: 3 });
  const broken = JSON.stringify({ type: "message", usage: { ...sound, input_tokens: -5 } });
  const alone = exchangeOf("1", body(hi), { response: { ...answer, body: Buffer.from(broken) } });
  const other = exchangeOf("2", body(go), { response: answeredWith({ fresh: 3, write: 0, read: 0 }) });
  const { exchanges } = inspectRecording(recordingOf([alone, other]));
  expect(exchanges[0]).toMatchObject({ parent: null, findings: [{ code: "CB903", role: "note" }] });
  expect(exchanges[0]?.findings[0]?.observed).toContain("input_tokens is -5");
  expect(exchanges[1]?.findings.filter(({ code }) => code === "CB903")).toEqual([]);
});

describe("the fork's counters compared with the parent's", () => {
  const whole = longBody(TURN);
  type Counters = Parameters<typeof answeredWith>[0];
  const judged = (left: Counters, right: Counters, body: string = whole): Judgement =>
    judge({
      parent: exchangeOf("1", longBody(), { response: answeredWith(left), startedAtMs: 0, firstByteMs: 100 }),
      child: exchangeOf("2", body, { response: answeredWith(right), startedAtMs: 5_000, firstByteMs: 100 }),
      provider: "anthropic",
    });
  const codes = ({ findings }: Judgement): readonly string[] =>
    findings.flatMap(({ code }) => (/^CB[79]/.test(code) ? [code] : []));
  const stored = { fresh: 3, write: 4000, read: 0 };

  test.each([
    [
      "shorter than the prefix in it",
      stored,
      { fresh: 10, write: 0, read: 500 },
      "cannot hold the 4,000 that the parent left",
    ],
    [
      "of no length",
      stored,
      { fresh: 0, write: 0, read: 0 },
      "the counters contradict the request: 0 tokens of a prompt",
    ],
  ])("show a prompt %s as CB903, not as evicted or missed", (_, left, right, observed) => {
    const found = judged(left, right);
    expect([codes(found), found.ratio?.verdict, found.breakCost]).toEqual([["CB903"], "unknown", null]);
    expect(found.findings.find(({ code }) => code === "CB903")?.observed).toContain(observed);
  });

  test.each([
    ["the fork's", stored, { fresh: 3, write: 0, read: 3999.5 }],
    ["the fork's", stored, { fresh: 3, write: 0, read: -4000 }],
    ["the parent's", { fresh: 3, write: 1e300, read: 0 }, { fresh: 30, write: 0, read: 4000 }],
  ])("show no eviction if %s counters are impossible", (_, left, right) => {
    const found = judged(left, right);
    expect([codes(found).includes("CB705"), codes(found).includes("CB901"), found.breakCost]).toEqual([
      false,
      false,
      null,
    ]);
  });

  test("show a possible shorter read as evicted, and do not compare the length of another text", () => {
    expect(codes(judged(stored, { fresh: 3, write: 3010, read: 1000 }))).toEqual(["CB705"]);
    const other = longBody(TURN).replace("Each figure", "Every figure");
    expect(codes(judged(stored, { fresh: 10, write: 0, read: 0 }, other))).toEqual([]);
    expect(codes(judged(stored, { fresh: 3, write: 0, read: 3960 }))).toEqual(["CB705"]);
  });
});

test("consistent counters get no finding", () => {
  expect(said({ ...sound, ...split(3000, 1000) })).toEqual([]);
});

describe("counters compared with the cache's rules", () => {
  type Sent = {
    readonly text?: string;
    readonly startedAtMs?: number;
    readonly usage: Parameters<typeof answeredWith>[0];
  };
  const disagreements = (parent: Sent, child: Sent, provider = "anthropic"): readonly string[] => {
    const sent = (id: string, { text = longBody(), startedAtMs = 0, usage }: Sent): ReturnType<typeof exchangeOf> =>
      exchangeOf(id, text, { response: answeredWith(usage), startedAtMs, firstByteMs: 100 });
    const { findings } = judge({ parent: sent("1", parent), child: sent("2", child), provider });
    return findings.flatMap(({ code, observed }) => (code === "CB903" ? [observed] : []));
  };
  const wrote = { fresh: 3, write: 4000, read: 0 };
  const readAll = { fresh: 3, write: 0, read: 4000 };
  const unmarked = longBody().replaceAll(/,"cache_control":\{[^}]*\}/g, "");

  test("contradict a read after the entry's lifetime, but not one within it", () => {
    const late = { startedAtMs: 600_000, usage: readAll };
    expect(disagreements({ usage: wrote }, late)).toEqual([
      "the parent's entry had expired when the fork was sent, yet the fork read all of its 4,000 tokens",
    ]);
    expect(disagreements({ usage: wrote }, { ...late, startedAtMs: 60_000 })).toEqual([]);
    expect(disagreements({ usage: wrote }, { ...late, usage: { fresh: 3, write: 4000, read: 0 } })).toEqual([]);
  });

  test("contradict a write or read without a breakpoint", () => {
    expect(unmarked).not.toContain("cache_control");
    expect(disagreements({ text: unmarked, usage: wrote }, { text: unmarked, usage: readAll })).toEqual([
      "the parent read and wrote 4,000 tokens by its counters, and marks no breakpoint",
    ]);
    const none = { fresh: 4003, write: 0, read: 0 };
    expect(disagreements({ text: unmarked, usage: none }, { text: unmarked, usage: none })).toEqual([]);
    expect(disagreements({ usage: wrote }, { text: unmarked, startedAtMs: 9_000, usage: readAll })).toEqual([
      "the fork read and wrote 4,000 tokens by its counters, and marks no breakpoint",
    ]);
  });

  test("contradict a write below the model's minimum", () => {
    const [few, served] = [
      { fresh: 3, write: 8, read: 0 },
      { fresh: 3, write: 0, read: 8 },
    ];
    const known = longBody().replace('"model":"m"', '"model":"claude-sonnet-4-5"');
    expect(disagreements({ usage: few }, { usage: served })).toEqual([]);
    expect(disagreements({ text: known, usage: few }, { text: known, usage: served })).toEqual([
      expect.stringMatching(/^the parent read and wrote 8 tokens by its counters; the model caches none below 1,024$/),
    ]);
  });
});
