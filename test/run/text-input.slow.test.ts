import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";

test("a Responses parent whose input is one text can be forked, and its fork declares the changed spelling", async () => {
  const folder = temporaryFolder();
  const body = JSON.stringify({
    model: "gpt-5",
    instructions: "You keep the notes of a harbour museum. ".repeat(300),
    input: "Who was Anna Holm?",
    tools: [{ type: "function", name: "read_note", parameters: { type: "object" } }],
    max_output_tokens: 100,
  });
  const line = { seq: 1, method: "POST", path: "/v1/responses", headers: [["content-type", "application/json"]], body };
  writeFileSync(join(folder, "parent.jsonl"), `${JSON.stringify(line)}\n`);
  const scenario = `name: a text for input
parent: { source: parent.jsonl, exchange: "1" }
fork: { strategy: pass-through, prompt: Begin., maxTurns: 2, tools: [{ name: read_note, returns: "1873" }] }
provider:
  script:
    parent: [{ text: She sailed. }]
    fork: [{ call: { read_note: { page: anna } } }, { text: In 1873. }]
expect: { stop: completed, output: [{ contains: "1873" }] }
`;
  writeFileSync(join(folder, "text-input.yaml"), scenario);
  const { exit, out } = await runForkproof(["run", "text-input.yaml", "--report", "report.json"], folder);
  expect(exit, out).toBe(0);
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report.jobs[0].judgements[0].verdict).toBe("rendered-identical");
});
