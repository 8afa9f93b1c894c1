import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

type Said = { readonly role: string; readonly content: string };
type Sent = { readonly path: string; readonly body: object; readonly status?: number };

const ask = (content: string): Said => ({ role: "user", content });
const reply = (content: string): Said => ({ role: "assistant", content });
const opening = [ask("Which letters speak of the flood?")];
const second = [...opening, reply("answer 1"), ask("And of 1873?")];
const fork = [...second, reply("answer 2"), ask("You are a fork. Count them.")];
const third = [...second, reply("answer 2"), ask("And of 1874?")];
const system = "You read letters.";

const claude = (messages: readonly Said[]): Sent => ({
  path: "/v1/messages",
  body: { model: "claude-sonnet-4-5", max_tokens: 99, system, messages },
});
const gpt = (messages: readonly Said[]): Sent => ({
  path: "/v1/chat/completions",
  body: { model: "gpt-5.1", messages: [{ role: "system", content: system }, ...messages] },
});
const batch = (path: string, body: object, status = 200): Sent => ({ path, body, status });
const inBatch = { requests: [{ custom_id: "a", params: claude(fork).body }] };

/** The answer to request n is `answer n`. */
function line({ path, body, status = 200 }: Sent, at: number): string {
  const text = `answer ${at + 1}`;
  const answer = path.endsWith("/messages")
    ? { type: "message", role: "assistant", content: [{ type: "text", text }] }
    : { choices: [{ index: 0, message: { role: "assistant", content: text } }] };
  const response = { status, contentType: "application/json", body: JSON.stringify(answer) };
  const request = { method: "POST", path, headers: [], body: JSON.stringify(body) };
  return `${JSON.stringify({ seq: at + 1, ...request, response })}\n`;
}

async function inspect(...sent: readonly Sent[]): Promise<Printed & { readonly last: string | undefined }> {
  using folder = makeTempFolder();
  writeFileSync(join(folder.path, "t.jsonl"), sent.map(line).join(""));
  const printed = await runForkproof(["inspect", "t.jsonl", "--fail-on-break"], folder.path);
  return { ...printed, last: printed.out.trimEnd().split("\n").at(-1) };
}

const NOT_JUDGED = "failed  1 request not judged (at 3)";

test("a fork that is sent in another wire format is not judged and fails the gate", async () => {
  const printed = await inspect(claude(opening), claude(second), gpt(fork), claude(third));
  expect(printed.last).toBe(NOT_JUDGED);
  expect(printed.out).toContain("not-comparable");
  expect(printed.exit).toBe(1);
});

test("a main line that moves to another wire format does not fail the gate", async () => {
  const printed = await inspect(claude(opening), claude(second), gpt(third));
  expect(printed.last).toBe("passed  1 transition compared, no break");
});

test.each([
  batch("/v1/messages/batches", inBatch),
  batch("/v1beta/models/gemini-3-pro:batchGenerateContent", {}),
  batch("/v1/batches", { input_file_id: "f", endpoint: "/v1/chat/completions" }),
])("a batch to $path may hold forks, so it fails the gate", async (sent) => {
  const printed = await inspect(claude(opening), claude(second), sent);
  expect(printed.last).toBe(NOT_JUDGED);
  expect(printed.out.replaceAll(/\s+/g, " ")).toContain("sends a batch, whose requests are not judged");
  expect(printed.exit).toBe(1);
});

test("a refused batch and a batch of embeddings do not fail the gate", async () => {
  const others = [
    batch("/v1/messages/batches", inBatch, 400),
    batch("/v1/batches", { input_file_id: "f", endpoint: "/v1/embeddings" }),
  ];
  const printed = await inspect(claude(opening), claude(second), ...others);
  expect(printed.last).toBe("passed  1 transition compared, no break");
});
