import { expect, test } from "vitest";
import { inspectRecording } from "../../harness/verdict/inspect-recording.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { answeredWith } from "../../harness/diagnosis/facts/long-example.ts";
import { recordingOf } from "./inspect-example.ts";
import { exchangeOf } from "./judge-example.ts";
import { body, go, hi } from "./write-body.ts";

const sound = { input_tokens: 3, cache_creation_input_tokens: 7, cache_read_input_tokens: 0, output_tokens: 5 };
const split = (short: number, long: number): object => ({
  cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
});

/** What CB903 says of a fork whose response carries these counters. */
function said(usage: object): readonly string[] {
  const { body: _, ...answer } = answeredWith({ fresh: 3 });
  const response = { ...answer, body: Buffer.from(JSON.stringify({ type: "message", usage })) };
  const [parent, child] = [exchangeOf("1", body(hi)), exchangeOf("2", body(go), { response })];
  const { findings } = judge({ parent, child });
  return findings.flatMap(({ code, observed }) => (code === "CB903" ? [observed] : []));
}

test.each([
  [{ ...sound, cache_creation_input_tokens: 1165, ...split(1, 2) }, "cache_creation_input_tokens is 1165"],
  [{ ...sound, cache_read_input_tokens: 9_000_000 }, "9000000 tokens read"],
  [{ ...sound, input_tokens: -5 }, "input_tokens is -5"],
  [{ ...sound, input_tokens: 3.5 }, "input_tokens is 3.5"],
])("%j contradicts itself", (usage, words) => {
  expect(said(usage)).toEqual([expect.stringContaining(words)]);
});

test("a recording that keeps other counters beside the response than it holds contradicts itself, with both numbers", () => {
  const { body: _, ...answer } = answeredWith({ fresh: 3 });
  const response = { ...answer, body: Buffer.from(JSON.stringify({ type: "message", usage: sound })) };
  const found = (kept: object): readonly string[] => {
    const sent = { response, usage: { ...sound, ...kept } };
    const { findings } = judge({ parent: exchangeOf("1", body(hi)), child: exchangeOf("2", body(go), sent) });
    return findings.flatMap(({ code, observed }) => (code === "CB903" ? [observed] : []));
  };
  expect(found({})).toEqual([]);
  expect(found({ cache_creation_input_tokens: 9 })).toEqual([
    "the counters contradict themselves: the recording keeps 9 tokens written, and the response says 7",
  ]);
  expect(found({ output_tokens: 6 })).toEqual([expect.stringContaining("6 tokens of output, and the response says 5")]);
});

test("counters of a request that continues none are held to themselves too", () => {
  const { body: _, ...answer } = answeredWith({ fresh: 3 });
  const broken = JSON.stringify({ type: "message", usage: { ...sound, input_tokens: -5 } });
  const alone = exchangeOf("1", body(hi), { response: { ...answer, body: Buffer.from(broken) } });
  const other = exchangeOf("2", body(go), { response: answeredWith({ fresh: 3, write: 0, read: 0 }) });
  const { exchanges } = inspectRecording(recordingOf([alone, other]));
  expect(exchanges[0]).toMatchObject({ parent: null, findings: [{ code: "CB903", role: "note" }] });
  expect(exchanges[0]?.findings[0]?.observed).toContain("input_tokens is -5");
  expect(exchanges[1]?.findings.filter(({ code }) => code === "CB903")).toEqual([]);
});

test("counters that add up contradict nothing", () => {
  expect(said({ ...sound, ...split(3, 4) })).toEqual([]);
});
