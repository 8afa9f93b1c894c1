import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuildComparison } from "../../harness/kernel/inspection/build-comparison.ts";
import { type Client, conversation, type Fault, markedClients, type Sent } from "../break-cost/conversation.ts";
import { betaFlap, clock, noBreakpoints, toolOrder } from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";
import { type JsonObject, objectsOf } from "../lineage/sessions/json.ts";
import { writeLog } from "../incidents/write-log.ts";
import { main, runForkproof } from "./run-forkproof.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-builds-"));
  log("clean", []);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;

function log(name: string, faults: readonly Fault[], seed = 11): string {
  return write(name, conversation(client, seed, { turns: 12, faults }));
}

function write(name: string, sent: readonly Sent[]): string {
  const { recording } = served(client, sent);
  writeLog(
    join(folder, `${name}.jsonl`),
    recording.ids.map((id) => recording.load(id)),
  );
  return `${name}.jsonl`;
}

function taskOf(seed: number): Fault {
  return {
    name: `task ${seed}`,
    apply: (draft) => {
      draft.body = JSON.parse(JSON.stringify(draft.body).replaceAll("toolu_01Gen", `toolu_${seed}Gen`)) as JsonObject;
      const list = objectsOf(draft.body[draft.codec.list]);
      const said = list[0] === undefined ? null : draft.codec.appended(list[0], `Task ${seed}`);
      if (said !== null) draft.body[draft.codec.list] = list.with(0, said);
    },
  };
}

async function compared(before: string, after: string): Promise<{ exit: number; comparison: BuildComparison }> {
  const { exit, out } = await runForkproof(["compare", before, after, "--json"], folder);
  return { exit, comparison: JSON.parse(out) as BuildComparison };
}

describe("compare of two recordings says in what the second build is worse, and exits 1", () => {
  it.each([
    { fault: clock, code: "CB302", segment: "system" },
    { fault: toolOrder, code: "CB203", segment: "tools" },
    { fault: noBreakpoints, code: "CB501", segment: null },
    { fault: betaFlap, code: "CB105", segment: null },
  ])("finds $fault.name", async ({ fault, code, segment }) => {
    const broken = log("broken", [fault]);
    const worse = await compared("clean.jsonl", broken);
    expect(worse.exit).toBe(1);
    expect(worse.comparison.conversations).toEqual({ matched: 1, byPosition: 0, onlyBefore: 0, onlyAfter: 0 });
    expect(worse.comparison.changes).toContainEqual({
      what: "cause",
      isWorse: true,
      text: `${code} in 0 -> 11 requests`,
    });
    expect(worse.comparison.firstDifference?.divergence.segment ?? null).toBe(segment);
    // The same the other way round is better, in all figures.
    const better = await compared(broken, "clean.jsonl");
    expect(better.exit).toBe(0);
    expect(better.comparison.changes.map(({ what }) => what)).toEqual(worse.comparison.changes.map(({ what }) => what));
  });

  it("finds no difference between a recording and itself", async () => {
    const { exit, comparison } = await compared("clean.jsonl", "clean.jsonl");
    expect([exit, comparison.changes, comparison.firstDifference, comparison.headers]).toEqual([0, [], null, []]);
  });

  it("is worse where a conversation of the first build vanished", async () => {
    const [first, second] = [11, 12].map((seed) => conversation(client, seed, { turns: 6, faults: [taskOf(seed)] }));
    const later = (second ?? []).map((each): Sent => ({ ...each, id: `b${each.id}`, atMs: each.atMs + 600_000 }));
    write("two", [...(first ?? []), ...later]);
    write("one", first ?? []);
    const { exit, comparison } = await compared("two.jsonl", "one.jsonl");
    expect([exit, comparison.changes[0]?.what]).toEqual([1, "conversations"]);
  });

  it("says that a conversation is matched by its position alone, and refuses another agent at that position", async () => {
    const changed = log("asked-anew", [taskOf(31)]);
    const { comparison } = await compared("clean.jsonl", changed);
    expect(comparison.conversations).toEqual({ matched: 1, byPosition: 1, onlyBefore: 0, onlyAfter: 0 });
    const printed = await runForkproof(["compare", "clean.jsonl", changed], folder);
    expect(printed.out).toContain("1 of these by position alone");
    const asks = { method: "POST", path: "/v1/messages", headers: [["host", "api.anthropic.com"]] };
    const said = [1, 2].map((seq) => ({
      ...asks,
      seq,
      body: JSON.stringify({
        model: "claude-sonnet-4-5",
        messages: [{ role: "user", content: "Bonjour tout le monde" }],
      }),
    }));
    writeFileSync(join(folder, "foreign.jsonl"), said.map((each) => `${JSON.stringify(each)}\n`).join(""));
    const foreign = await runForkproof(["compare", "clean.jsonl", "foreign.jsonl"], folder);
    expect([foreign.exit, foreign.err]).toEqual([2, expect.stringContaining("HX535")]);
  });

  it("says that little was compared where most conversations are in one recording only", async () => {
    const tasks = [41, 42, 43].map((seed) => conversation(client, seed, { turns: 3, faults: [taskOf(seed)] }));
    const sent = tasks.flatMap((task, at) =>
      task.map((each): Sent => ({ ...each, id: `${at}${each.id}`, atMs: each.atMs + at * 600_000 })),
    );
    const { out, exit } = await runForkproof(
      ["compare", write("one-task", tasks[0] ?? []), write("three-tasks", sent)],
      folder,
    );
    expect([exit, out]).toEqual([0, expect.stringContaining("little is comparable")]);
  });

  it("refuses recordings that share no conversation, and a recording next to a result", async () => {
    const strangers = [21, 22].flatMap((seed) =>
      conversation(client, seed, { turns: 3, faults: [taskOf(seed)] }).map((each): Sent => ({
        ...each,
        id: `${seed}${each.id}`,
      })),
    );
    const foreign = await runForkproof(["compare", "clean.jsonl", write("strangers", strangers)], folder);
    expect([foreign.exit, foreign.err]).toEqual([2, expect.stringContaining("HX535")]);
    writeFileSync(join(folder, "result.json"), '{"schema":"forkproof/run-result@2"}');
    const mixed = await runForkproof(["compare", "clean.jsonl", "result.json"], folder);
    expect([mixed.exit, mixed.err]).toEqual([2, expect.stringContaining("HX505")]);
  });
});

it("git bisect run finds the commit that puts the time into the system prompt", async () => {
  const repository = join(folder, "repository");
  mkdirSync(repository);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: repository,
      encoding: "utf8",
    });
  git("init", "-q");
  writeFileSync(join(repository, "script.yaml"), "parent:\n  - text: One.\n  - text: Two.\n  - text: Three.\n");
  const commits: string[] = [];
  for (let at = 0; at < 8; at += 1) {
    writeFileSync(
      join(repository, "agent.mjs"),
      agentWith(at < 5 ? '"You are careful."' : '"It is " + new Date().toISOString()'),
    );
    writeFileSync(join(repository, "note.txt"), String(at));
    git("add", "-A");
    git("commit", "-qm", `change ${at}`);
    commits.push(git("rev-parse", "HEAD").trim());
  }
  const record = `"${process.execPath}" "${main}" record --mock script.yaml --out`;
  execFileSync(
    "sh",
    ["-c", `git checkout -q ${commits[0]} && ${record} ../before -- "${process.execPath}" agent.mjs`],
    {
      cwd: repository,
      stdio: "ignore",
    },
  );
  const check = `rm -rf ../after && ${record} ../after -- "${process.execPath}" agent.mjs && "${process.execPath}" "${main}" compare ../before ../after`;
  writeFileSync(join(folder, "check.sh"), check);
  git("bisect", "start", commits.at(-1) ?? "", commits[0] ?? "");
  const found = execFileSync("git", ["bisect", "run", "sh", "../check.sh"], { cwd: repository, encoding: "utf8" });
  expect(found).toContain(`${commits[5]} is the first bad commit`);
}, 120_000);

/** An agent of three requests, whose system prompt is this expression. */
function agentWith(system: string): string {
  return `const messages = [{ role: "user", content: "Check the notes. ${"They lie in the folder notes. ".repeat(300)}" }];
for (let turn = 0; turn < 3; turn += 1) {
  const system = ${system};
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "none", "anthropic-version": "2023-06-01" },
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 100, cache_control: { type: "ephemeral" }, system, messages }),
  });
  const { content } = await response.json();
  messages.push({ role: "assistant", content }, { role: "user", content: "Go on with note " + turn + "." });
}
`;
}
