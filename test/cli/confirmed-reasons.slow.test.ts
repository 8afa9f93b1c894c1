import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import type { Judgement } from "../../harness/kernel/judgement.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { runForkproof } from "./run-forkproof.ts";

const words = "The harbour office keeps a book of every ship that came in. ".repeat(150);
const question = { role: "user", content: words };

/** A request on Responses, its continuation with a changed setting, and the reason of a miss that OpenAI gives for it. */
function writePair(folder: string, before: object, changed: object, reason: string): void {
  const request = { model: "gpt-5.6-sol", input: [question], ...before };
  const asked = { prompt_cache_options: { comparison_response_id: "resp_1" } };
  const input = [question, { role: "assistant", content: "Yes." }, { role: "user", content: "Go on." }];
  const answer = { object: "response", id: "resp_1", status: "completed", output: [] };
  const told = { ...answer, id: "resp_2", prompt_cache_diagnostics: { type: "cache_miss", reason } };
  const lines = [
    [request, answer],
    [{ ...request, input, ...asked, ...changed }, told],
  ].map(([body, response], at) => ({
    seq: at + 1,
    method: "POST",
    path: "/v1/responses",
    headers: [["host", "api.openai.com"]],
    body: JSON.stringify(body),
    response: { status: 200, headers: [["content-type", "application/json"]], body: JSON.stringify(response) },
  }));
  writeFileSync(join(folder, "pair.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

test.for([
  ["CB103", "reasoning_effort_changed", {}, { reasoning: { effort: "high" } }],
  ["CB106", "service_tier_changed", {}, { service_tier: "flex" }],
  ["CB107", "text_format_changed", {}, { text: { format: { type: "json_object" } } }],
  ["CB107", "verbosity_changed", {}, { text: { verbosity: "low" } }],
] as const)(
  "judge confirms %s by OpenAI's reason %s, and explain --json names it",
  async ([code, reason, was, now]) => {
    const folder = temporaryFolder();
    writePair(folder, was, now, reason);
    const judged = await runForkproof(["judge", "pair.jsonl", "--parent", "1", "--child", "2", "--json"], folder);
    const { findings } = JSON.parse(judged.out) as Judgement;
    expect(findings, judged.err).toContainEqual(expect.objectContaining({ code, confirmed: reason }));
    const explained = await runForkproof(["explain", code, "--json"], folder);
    const { providerReason } = JSON.parse(explained.out) as { readonly providerReason: string };
    expect(providerReason.split(" / ")).toEqual(expect.arrayContaining([reason, expect.stringMatching(/^un|^model/)]));
  },
);
