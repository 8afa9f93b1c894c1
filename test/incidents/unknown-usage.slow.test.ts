import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { largeRecording } from "../page/large-recording.ts";

test("the list of incidents says for how many requests no answer is recorded", async () => {
  using folder = makeTempFolder();
  writeFileSync(join(folder.path, "log.jsonl"), `${[...largeRecording(30)].join("\n")}\n`);
  const { out } = await runForkproof(["inspect", "log.jsonl"], folder.path, { COLUMNS: "80" });
  expect(out).toContain("\nusage    unknown: no answer recorded for 30 requests\n");
  expect(out).toContain("\nno incidents in 27 compared requests\n");
});

test("the list of incidents says how many requests the provider refused", async () => {
  using folder = makeTempFolder();
  const body = '{"type":"error","error":{"type":"rate_limit_error","message":"Slow down."}}';
  const response = JSON.stringify({ status: 429, contentType: "application/json", body });
  const lines = [...largeRecording(30)].map((line) => line.replace(/\}$/, `,"response":${response}}`));
  writeFileSync(join(folder.path, "log.jsonl"), `${lines.join("\n")}\n`);
  const { out } = await runForkproof(["inspect", "log.jsonl"], folder.path, { COLUMNS: "80" });
  expect(out).toContain("\nanswers  all 30 requests were answered with an error (429)\n");
});

test("the list of incidents does not count a prompt of 0 tokens as free", async () => {
  using folder = makeTempFolder();
  const usage = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 0 };
  const body = JSON.stringify({ type: "message", role: "assistant", content: [{ type: "text", text: "Yes." }], usage });
  const response = JSON.stringify({ status: 200, contentType: "application/json", body });
  const lines = [...largeRecording(30)].map((line) =>
    line.replace(/\}$/, `,"usageScripted":false,"response":${response}}`),
  );
  writeFileSync(join(folder.path, "log.jsonl"), `${lines.join("\n")}\n`);
  const { out } = await runForkproof(["inspect", "log.jsonl"], folder.path, { COLUMNS: "80" });
  expect(out).not.toContain("$0 per 1,000");
  expect(out).toContain("\npaid     unknown;");
});
