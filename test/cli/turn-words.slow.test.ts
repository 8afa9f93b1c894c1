import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
});
afterAll(() => folder[Symbol.dispose]());

type Message = { readonly role: string; readonly content: string };
type Sent = { readonly history: (said: readonly Message[]) => readonly Message[]; readonly tools: readonly string[] };

const whole: Sent["history"] = (said) => said;
const ALL = ["read", "write", "run"];
const WORDS = "river stone amber maple lantern harbour violet copper meadow signal timber orbit canyon".split(" ");

/** Says something else each time. */
function said(about: string): string {
  let seed = 7;
  for (const letter of about) seed = (seed * 31 + letter.charCodeAt(0)) % 65_521;
  return `${about}: ${Array.from({ length: 160 }, (_, at) => WORDS[(seed * (at + 3)) % WORDS.length]).join(" ")}`;
}

/** With a breakpoint at its end. */
function marked(messages: readonly Message[]): readonly object[] {
  return messages.map((message, at) => {
    if (at < messages.length - 1) return message;
    return { ...message, content: [{ type: "text", text: message.content, cache_control: { type: "ephemeral" } }] };
  });
}

/** A conversation of which each request sends what it is told to. `hasAnswers`: whether the responses hold what was answered. */
function write(name: string, requests: readonly Sent[], hasAnswers: boolean = true): string {
  const history: Message[] = [];
  const lines = requests.map(({ history: sent, tools }, turn) => {
    history.push({ role: "user", content: said(`question ${turn}`) });
    const body = {
      model: "claude-sonnet-4-5",
      max_tokens: 900,
      tools: tools.map((tool) => ({ name: tool, description: `${tool} a file. `.repeat(200), input_schema: {} })),
      system: "You are careful. ".repeat(400),
      messages: marked(sent([...history])),
    };
    const answer = said(`answer ${turn}`);
    history.push({ role: "assistant", content: answer });
    const usage = { input_tokens: 3, cache_read_input_tokens: 0, cache_creation_input_tokens: 9000, output_tokens: 9 };
    const message = { type: "message", role: "assistant", content: [{ type: "text", text: answer }], usage };
    return JSON.stringify({
      seq: turn + 1,
      ts: new Date(1_790_000_000_000 + turn * 20_000).toISOString(),
      method: "POST",
      path: "/v1/messages",
      headers: [["host", "api.anthropic.com"]],
      body: JSON.stringify(body),
      ...(hasAnswers && { response: { status: 200, contentType: "application/json", body: JSON.stringify(message) } }),
    });
  });
  writeFileSync(join(folder.path, name), `${lines.join("\n")}\n`);
  return name;
}

const turns = (count: number): readonly Sent[] => Array.from({ length: count }, () => ({ history: whole, tools: ALL }));
const loses: Sent = { history: whole, tools: ["read", "run"] };
const pair = ["--parent", "2", "--child", "3"];

describe("judge calls a request that continues its parent's own answer a request", () => {
  it("and so does inspect", async () => {
    const turn = write("turn.jsonl", [...turns(2), loses]);
    const { out } = await runForkproof(["judge", turn, ...pair], folder.path);
    expect(out).toMatch(/CB202/);
    expect(out).not.toMatch(/\b[Tt]he fork\b(?!'s tool filter)/);
    const inspected = await runForkproof(["inspect", turn, "--json"], folder.path);
    const { exchanges } = JSON.parse(inspected.out) as Inspection;
    const judged = await runForkproof(["judge", turn, ...pair, "--json"], folder.path);
    const { findings } = JSON.parse(judged.out) as Pick<Inspection["exchanges"][number], "findings">;
    expect(findings.map(({ code, observed }) => [code, observed])).toEqual(
      exchanges[2]?.findings.map(({ code, observed }) => [code, observed]),
    );
  });

  it("but a fork where the user names a fork point, or nothing shows what the parent was answered", async () => {
    const windowed: Sent = { history: (all) => all.slice(2), tools: ALL };
    const turn = write("windowed.jsonl", [...turns(2), windowed]);
    const saysRequest = async (...args: readonly string[]): Promise<boolean> => {
      const { out } = await runForkproof(["judge", ...args, ...pair], folder.path);
      expect(out).toMatch(/CB401 history-windowed \(cause\)\n +the (?:fork|request)'s history begins with message 3/);
      return out.includes("the request's history begins with");
    };
    expect(await saysRequest(turn)).toBe(true);
    expect(await saysRequest(turn, "--fork-point", "/messages/2")).toBe(false);
    expect(await saysRequest(write("unanswered.jsonl", [...turns(2), windowed], false))).toBe(false);
  });
});

describe("a request that keeps nothing of its history but its parent's answer", () => {
  const onlyAnswer: Sent = { history: (all) => all.slice(-2), tools: ALL };

  it("is a break of the client's, since an answer does not sum up a history", async () => {
    const { exit, out } = await runForkproof(
      ["inspect", write("answer.jsonl", [...turns(5), onlyAnswer]), "--fail-on-break", "--json"],
      folder.path,
    );
    const { exchanges } = JSON.parse(out) as Inspection;
    expect(exchanges[5]).toMatchObject({ parent: "5", findings: [{ code: "CB401", role: "cause" }] });
    expect(exchanges[5]?.breakCost?.causes.map(({ code, origin }) => [code, origin])).toEqual([["CB401", "ours"]]);
    expect(exit).toBe(1);
  });

  it("is a compaction if a summary stands before the answer", async () => {
    const summary: Sent = {
      history: (all) => [{ role: "user", content: "Summary: five questions were answered." }, ...all.slice(-2)],
      tools: ALL,
    };
    const { exit, out } = await runForkproof(
      ["inspect", write("summary.jsonl", [...turns(5), summary]), "--fail-on-break", "--json"],
      folder.path,
    );
    const { exchanges } = JSON.parse(out) as Inspection;
    expect(exchanges[5]).toMatchObject({ parent: "5", relation: "compaction", findings: [{ code: "CB416" }] });
    expect(exit).toBe(0);
  });
});
