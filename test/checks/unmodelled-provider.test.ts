import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

const system = { role: "system", content: "You are an agent. Keep to the rules of this file. ".repeat(600) };
const question = { role: "user", content: "What is in notes.md?" };
const answer = { role: "assistant", content: "On it." };
const directive = { role: "user", content: "You are a fork. Review the notes." };

function line(seq: number, messages: readonly object[], read: number): string {
  const usage = { prompt_tokens: 7_000, completion_tokens: 9, prompt_tokens_details: { cached_tokens: read } };
  const choices = [{ index: 0, message: answer, finish_reason: "stop" }];
  return JSON.stringify({
    seq,
    method: "POST",
    path: "/v1/chat/completions",
    headers: [["host", "llm.example.com"]],
    body: JSON.stringify({ model: "house-model-1", messages: [system, ...messages] }),
    response: { status: 200, contentType: "application/json", body: JSON.stringify({ choices, usage }) },
  });
}

test("a run warns of a low ratio at a provider whose cache forkproof does not model", async () => {
  using folder = makeTempFolder();
  for (const [name, read] of [
    ["low", 200],
    ["high", 6_900],
  ] as const) {
    const lines = [line(1, [question], 0), line(2, [question, answer, directive], read)];
    writeFileSync(join(folder.path, `${name}.jsonl`), `${lines.join("\n")}\n`);
    const scenario = `name: ${name}\nparent: { source: ${name}.jsonl, exchange: "1" }\nfork: { recorded: { exchange: "2" } }\nexpect: { verdict: byte-identical }\n`;
    writeFileSync(join(folder.path, `${name}.yaml`), scenario);
  }
  const low = await runForkproof(["run", "low.yaml", "--max-warnings", "0"], folder.path);
  expect([low.exit, low.out.replaceAll(/\s+/g, " ")]).toEqual([
    1,
    expect.stringContaining(
      "CB900 low: request 2 read 0.03 of its first prompt from the cache; the expected ratio is unknown, since no cache model applies",
    ),
  ]);
  const high = await runForkproof(["run", "high.yaml", "--max-warnings", "0"], folder.path);
  expect([high.exit, high.out]).toEqual([0, expect.not.stringContaining("CB900")]);
});
