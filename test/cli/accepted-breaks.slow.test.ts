import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import { runForkproof } from "./run-forkproof.ts";

type Body = Record<string, unknown>;

const tool = (name: string): Body => ({ name, description: name, input_schema: { type: "object" } });
const said = (role: string, text: string): Body => ({ role, content: text });

/** A request of a conversation that ends with the user's text number `turn`. */
function requestAt(turn: number): Body {
  const texts = Array.from({ length: 2 * turn + 1 }, (_, at) => `${at}: ${"Who sailed? ".repeat(400)}`);
  const messages = texts.map((text, at) => said(at % 2 === 0 ? "user" : "assistant", text));
  const last = { role: "user", content: [{ type: "text", text: texts.at(-1), cache_control: { type: "ephemeral" } }] };
  return {
    model: "claude-sonnet-5",
    max_tokens: 99,
    tools: [tool("read"), tool("write")],
    system: "You are a clerk. ".repeat(400),
    messages: [...messages.slice(0, -1), last],
  };
}

/** What the third of four requests does differently. */
const BREAKS: Readonly<Record<string, (body: Body) => Body>> = {
  tools: (body) => ({ ...body, tools: [tool("read")] }),
  system: (body) => ({ ...body, system: `It is 2026-11-30T18:02:36Z. ${String(body["system"])}` }),
  "tools and system": (body) => ({ ...body, tools: [tool("read")], system: "You are new." }),
  thinking: (body) => ({ ...body, tool_choice: { type: "any" } }),
};

function traffic(change: (body: Body) => Body): string {
  const lines = [0, 1, 2, 3].map((turn) => ({
    seq: turn + 1,
    method: "POST",
    host: "api.anthropic.com",
    path: "/v1/messages",
    headers: [["anthropic-version", "2023-06-01"]],
    body: JSON.stringify(turn === 2 ? change(requestAt(turn)) : requestAt(turn)),
    response: { status: 200, headers: [], body: JSON.stringify({ type: "message", content: [], usage: {} }) },
  }));
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

test("a session and a pair pass with exactly what a failure tells to write, whichever pair of a recording breaks", async () => {
  using folder = makeTempFolder();
  const path = (name: string): string => join(folder.path, "scenarios", name);
  mkdirSync(join(folder.path, "scenarios"));
  for (const [name, change] of Object.entries(BREAKS)) {
    writeFileSync(path(`${name}.jsonl`), traffic(change));
    const source = JSON.stringify(`${name}.jsonl`);
    const pair = `parent: { source: ${source}, exchange: "2" }\nfork: { recorded: { exchange: "3" } }`;
    for (const [kind, subject] of [["session", `session: { source: ${source} }`] as const, ["pair", pair] as const])
      writeFileSync(path(`${name} ${kind}.yaml`), `name: ${name} as a ${kind}\n${subject}\nexpect: { findings: [] }\n`);
  }
  const run = async (): Promise<RunResult> =>
    JSON.parse((await runForkproof(["run", "--json"], folder.path)).out) as RunResult;
  const first = await run();
  expect(new Set(first.jobs.map(({ outcome }) => outcome.status))).toEqual(new Set(["failed"]));
  for (const { file, checks } of first.jobs) {
    const advice = checks.find(({ check }) => check === "findings")!.observed;
    const [, codes = ""] = /if this is meant, write `findings: \[([^\]]*)\]`/.exec(advice)!;
    const reason = advice.includes("expectBreak: { reason: … }") ? "expectBreak: { reason: as it shall be }\n" : "";
    const text = readFileSync(join(folder.path, file), "utf8");
    writeFileSync(join(folder.path, file), `${text.replace("findings: []", `findings: [${codes}]`)}${reason}`);
  }
  const again = await run();
  const failed = again.jobs.filter(({ outcome }) => outcome.status !== "passed");
  expect(failed.map(({ id, checks }) => [id, checks.filter(({ status }) => status === "failed")])).toEqual([]);
});
