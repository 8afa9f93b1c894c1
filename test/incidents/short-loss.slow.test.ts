import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { Incident } from "../../harness/kernel/inspection/incident.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

type Tool = { readonly name: string; readonly description: string };
type Message = { readonly role: string; readonly content: string };

const long = "Looks for the notes of earlier sessions. ".repeat(90);
const tools: readonly Tool[] = ["a", "b", "c", "d"].map((name) => ({ name, description: long }));
const question = { role: "user", content: "Is it?" };
const system = (text: string): Message => ({ role: "system", content: text.repeat(20) });

function lineOf(seq: number, sent: readonly Tool[], messages: readonly Message[], read: number, total: number): string {
  const declared = sent.map((each) => ({ type: "function", function: { ...each, parameters: { type: "object" } } }));
  const usage = { prompt_tokens: total, completion_tokens: 2, prompt_tokens_details: { cached_tokens: read } };
  return `${JSON.stringify({
    seq,
    ts: `2026-11-20T09:00:0${seq}.000Z`,
    method: "POST",
    path: "/v1/chat/completions",
    headers: [["host", "api.openai.com"]],
    body: JSON.stringify({ model: "gpt-5", tools: declared, messages }),
    response: {
      status: 200,
      contentType: "application/json",
      body: JSON.stringify({ choices: [{ message: { role: "assistant", content: "Yes." } }], usage }),
    },
  })}\n`;
}

test("no cause costs less than nothing where the provider read more than the causes left", async () => {
  using folder = makeTempFolder();
  const changed = [...tools.slice(0, 3), { name: "d", description: "Another." }];
  const next = [system("Answer plainly. "), question, { role: "assistant", content: "Yes." }, question];
  writeFileSync(
    join(folder.path, "log.jsonl"),
    lineOf(1, tools, [system("You are a helpful assistant. "), question], 0, 3100) +
      lineOf(2, changed, next, 2816, 3000),
  );
  const { out } = await runForkproof(["inspect", "log.jsonl", "--json"], folder.path);
  const { incidents, totals } = JSON.parse(out) as {
    readonly incidents: readonly Incident[];
    readonly totals: { readonly avoidableUsd: { readonly ours: number } };
  };
  expect(incidents.map(({ codes }) => codes)).toEqual([["CB205"], ["CB309"]]);
  const [usd, tokens] = (["usd", "tokens"] as const).map((key) => incidents.map(({ cost }) => cost[key] ?? NaN));
  expect(Math.min(...(usd ?? []), ...(tokens ?? []))).toBe(0);
  expect(usd?.reduce((sum, each) => sum + each)).toBeCloseTo(totals.avoidableUsd.ours, 9);
});
