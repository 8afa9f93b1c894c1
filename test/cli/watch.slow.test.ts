import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, conversation, markedClients } from "../break-cost/conversation.ts";
import { clock } from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";
import { writeLog } from "../incidents/write-log.ts";
import { type Following, followForkproof } from "./follow-forkproof.ts";
import { runForkproof } from "./run-forkproof.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-watch-"));
  const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;
  const { recording } = served(client, conversation(client, 11, { turns: 6, faults: [clock] }));
  writeLog(
    join(folder, "log.jsonl"),
    recording.ids.map((id) => recording.load(id)),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AGENT = `const messages = [{ role: "user", content: "Check the notes. ${"They lie in the folder notes. ".repeat(300)}" }];
for (let turn = 0; turn < 4; turn += 1) {
  const system = turn < 3 ? "You are careful." : "It is 2026-11-20T09:00:00Z.";
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "none", "anthropic-version": "2023-06-01" },
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 100, cache_control: { type: "ephemeral" }, system, messages }),
  });
  const { content } = await response.json();
  messages.push({ role: "assistant", content }, { role: "user", content: "Go on with note " + turn + "." });
  if (turn === 2) console.error("client: three are done");
}
`;

it("record --watch prints a line for each request as it ends, before the client goes on", async () => {
  writeFileSync(join(folder, "agent.mjs"), AGENT);
  writeFileSync(
    join(folder, "script.yaml"),
    "parent:\n  - text: One.\n  - text: Two.\n  - text: Three.\n  - text: Four.\n",
  );
  const args = ["record", "--watch", "--mock", "script.yaml", "--out", "out", "--", process.execPath, "agent.mjs"];
  const { exit, out, err } = await runForkproof(args, folder);
  expect(exit).toBe(0);
  expect(out).toMatch(/\n#  cost +share  what +where\n1  ~\$.*\n.*CB309/);
  const lines = err.split("\n").filter((line) => /^ {3}\d/.test(line));
  expect(lines.map((line) => line.replaceAll(/ +/g, " ").trim().slice(0, 16))).toEqual([
    "1 ? ? new conver",
    "2 ? ? ok",
    "3 ? ? ok",
    expect.stringMatching(/^4 \? \? CB30\d/),
  ]);
  expect(err.indexOf("   2  ")).toBeLessThan(err.indexOf("client: three are done"));
});

it("inspect --follow prints each request that is appended, waits for the end of a torn line, and ends with the whole", async () => {
  const lines = readFileSync(join(folder, "log.jsonl"), "utf8").trimEnd().split("\n");
  const [last = ""] = lines.slice(-1);
  const file = join(folder, "growing.jsonl");
  writeFileSync(
    file,
    lines
      .slice(0, 2)
      .map((line) => `${line}\n`)
      .join(""),
  );
  const { child, said, printed } = follow("growing.jsonl");
  await printed("   2    0 %");
  appendFileSync(
    file,
    lines
      .slice(2, -1)
      .map((line) => `${line}\n`)
      .join(""),
  );
  await printed("   5    0 %");
  appendFileSync(file, last.slice(0, 2_000));
  appendFileSync(file, `${last.slice(2_000)}\n`);
  await printed("   6    0 %");
  expect(said.err.match(/CB302/g)).toHaveLength(5);
  child.kill("SIGINT");
  const [exit] = await once(child, "close");
  expect(exit).toBe(0);
  expect(said.out).toContain("CB302 system-timestamp");
  expect(said.out.slice(said.out.indexOf("CB302 system-timestamp"))).toMatch(/\n#  cost +share  what +where\n1  \$/);
});

it.each(["renamed", "cut"] as const)(
  "inspect --follow goes on with the next file when the log is %s, and says that its verdict leaves out the earlier one",
  async (how) => {
    const lines = readFileSync(join(folder, "log.jsonl"), "utf8").trimEnd().split("\n");
    const part = (from: number, to: number): string =>
      lines
        .slice(from, to)
        .map((line) => `${line}\n`)
        .join("");
    const file = join(folder, "rotated.jsonl");
    writeFileSync(file, part(0, 3));
    const { child, said, printed } = follow("rotated.jsonl", "--fail-on-break");
    await printed("   3    0 %");
    if (how === "renamed") {
      renameSync(file, `${file}.1`);
      await printed("rotated.jsonl is missing: waiting for the next one\n");
    }
    // Longer than what was read before: the size alone does not show the cut.
    writeFileSync(file, part(3, 6));
    await printed("   6    0 %");
    child.kill("SIGINT");
    const [exit] = await once(child, "close");
    expect(exit).toBe(1);
    expect(said.err).toContain("rotated.jsonl was rotated or cut: following it from its start\n   4 ");
    expect(said.err).toContain("left out: at least 3 requests that rotated.jsonl held before it was rotated or cut\n");
    expect(said.out.replaceAll(/\s+/g, " ")).toContain("at least 3 requests of a rotated or cut file left out");
    expect(said.out).toMatch(/\n#  cost +share  what +where\n1  \$/);
  },
);

it("inspect --follow reads a renamed log to its end, and fails for what was lost with it, also if Ctrl-C comes at once", async () => {
  const lines = readFileSync(join(folder, "log.jsonl"), "utf8").split(/(?<=\n)/);
  const file = join(folder, "renamed.jsonl");
  writeFileSync(file, lines.slice(0, 2).join(""));
  const { child, said, printed } = follow("renamed.jsonl", "--fail-on-break");
  await printed("   2    0 %");
  appendFileSync(file, lines.slice(2, 4).join(""));
  renameSync(file, `${file}.1`);
  writeFileSync(file, lines.slice(4).join(""));
  child.kill("SIGINT");
  const [exit] = await once(child, "close");
  expect(exit).toBe(1);
  expect(said.err).toMatch(/\n {3}3 .*\n {3}4 /);
  expect(said.err).toContain("left out: at least 4 requests that renamed.jsonl held before it was rotated or cut\n");
});

it("inspect --follow refuses a folder", async () => {
  const { exit, err } = await runForkproof(["inspect", "--follow", "."], folder);
  expect([exit, err]).toEqual([2, expect.stringContaining("HX504")]);
});

it.each([
  { how: "with a gate", options: ["--fail-on-break"] },
  { how: "without a gate", options: [] },
])(
  "inspect --follow $how prints the incidents of a log with too many damaged lines before it fails",
  async ({ options }) => {
    const log = readFileSync(join(folder, "log.jsonl"), "utf8");
    writeFileSync(join(folder, "torn.jsonl"), `${log}garbage {{{\n`);
    const { child, said, printed } = follow("torn.jsonl", ...options);
    await printed("line 7 is not JSON");
    child.kill("SIGINT");
    const [exit] = await once(child, "close");
    expect(exit).toBe(3);
    expect(said.out).toMatch(/\n#  cost +share  what +where\n1  \$/);
    expect(said.err).toMatch(/HX213 {2}1 of 7 lines cannot be read: line 7 is not JSON/);
    expect(said.err).not.toMatch(/^(?:passed|failed)/m);
  },
);

function follow(...args: readonly string[]): Following {
  return followForkproof(args, folder);
}
