import { expect, test } from "vitest";

import { withPrices } from "../../harness/cli/inspecting/with-prices.ts";
import { answeredWith } from "../../harness/diagnosis/facts/long-example.ts";
import { withIncidents } from "../../harness/incidents/with-incidents.ts";
import { renderIncidents } from "../../harness/report/render-incidents.ts";
import { renderInspect } from "../../harness/report/render-inspect.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const tools = ["read", "write", "run"].map((name) => ({
  name,
  description: `${name} a file. `.repeat(400),
  input_schema: { type: "object" },
}));

function sent(id: string, names: readonly string[], second: number): ReturnType<typeof exchangeOf> {
  const body = {
    model: "claude-sonnet-4-5",
    max_tokens: 10,
    tools: tools.filter(({ name }) => names.includes(name)),
    system: `It is 10:00:0${second}. ${"Answer in one line. ".repeat(400)}`,
    messages: [
      { role: "user", content: [{ type: "text", text: "Sum it up.", cache_control: { type: "ephemeral" } }] },
      ...(id === "1" ? [] : [{ role: "assistant", content: "Done." }]),
      ...(id === "1" ? [] : [{ role: "user", content: `And by year ${id}?` }]),
    ],
  };
  const response = answeredWith({ fresh: 3, write: id === "1" ? 9000 : 7000, read: 0 });
  const parent = id === "1" ? {} : { forkOf: "1" };
  return exchangeOf(id, JSON.stringify(body), {
    startedAtMs: Number(id) * 2000,
    firstByteMs: 500,
    response,
    ...parent,
  });
}

test("the tree and the list of incidents give a cause the same cost where two causes share one request", async () => {
  const recording = recordingOf([
    sent("1", ["read", "write", "run"], 1),
    sent("2", ["read", "run"], 2),
    sent("3", ["read", "write", "run"], 3),
  ]);
  const inspection = withIncidents(await withPrices(inspectRecording(recording)), recording);
  const style = { colour: false, columns: 200 };
  const tree = renderInspect(inspection, style);
  expect(inspection.incidents.map(({ codes }) => codes)).toEqual([["CB302"], ["CB202"]]);
  for (const { cost, codes } of inspection.incidents)
    expect(tree).toMatch(
      new RegExp(`${codes[0]} .* its part of what all fixes save together is \\$${cost.usd?.toFixed(4)}\n`),
    );
  const words = { source: "r", judge: () => "judge" };
  expect(renderIncidents(inspection, words, style)).toMatch(/lost [\d,]+ tokens here, by 2 causes/);
});

test("the line for the incidents behind the table adds up those that cost something, and counts those that saved", async () => {
  const recording = recordingOf([sent("1", ["read", "write", "run"], 1), sent("2", ["read", "write", "run"], 2)]);
  const inspection = withIncidents(await withPrices(inspectRecording(recording)), recording);
  const behind = (...costs: readonly (number | null)[]): string | undefined => {
    const listed = Array.from({ length: 8 }, () => 1);
    const incidents = [...listed, ...costs].flatMap((usd, at) =>
      inspection.incidents.slice(0, 1).map((one) => ({ ...one, rank: at + 1, cost: { ...one.cost, usd } })),
    );
    const words = { source: "r", judge: () => "judge" };
    const printed = renderIncidents({ ...inspection, incidents }, words, { colour: false, columns: 200 });
    return /and \d+ more, (.*): --json/.exec(printed)?.[1]?.replaceAll("~", "");
  };
  expect(behind(0.5, 0.25)).toBe("$0.7500 in all");
  expect(behind(0.5, -0.75, null)).toBe("$0.5000 in all, 1 without extra cost, 1 of unknown cost");
  expect(behind(-0.5, 0)).toBe("without extra cost");
});
