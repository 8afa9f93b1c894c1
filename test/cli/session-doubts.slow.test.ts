import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  const lines = [
    asking(1, ["first"]),
    asking(2, ["first", "answer 1", "second"]),
    asking(3, ["first", "answer 1", "fork"]),
  ];
  writeFileSync(join(folder.path, "traffic.jsonl"), `${lines.join("\n")}\n`);
});
afterEach(() => folder[Symbol.dispose]());

/** One line of a traffic file: a request with these messages, the user's and the model's in turn, and its answer. */
function asking(seq: number, said: readonly string[]): string {
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const answer = { role: "assistant", content: [{ type: "text", text: `answer ${seq}` }] };
  return JSON.stringify({
    seq,
    method: "POST",
    path: "/v1/messages",
    headers: [],
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 10, messages }),
    response: { status: 200, stream: false, contentType: "application/json", body: JSON.stringify(answer) },
  });
}

function session(parentOf: string): Promise<Printed> {
  writeFileSync(
    join(folder.path, "session.yaml"),
    `name: a session\nsession:\n  source: traffic.jsonl\n${parentOf}expect: { findings: [] }\n`,
  );
  return runForkproof(["run", "session.yaml"], folder.path);
}

const words = (text: string): string => text.replaceAll(/\s+/g, " ");

test("a session scenario fails on a possible break, and says how to settle it", async () => {
  const printed = await session("");
  expect(printed.exit).toBe(1);
  expect(words(printed.out)).toContain("3 seems to continue 1, but may continue 2, which would be CB4");
  expect(words(printed.out)).toContain('set session.parentOf to { "3": "2" } or { "3": "1" }');
});

test("a session scenario passes once its author says that the fork continues the older request", async () => {
  expect(await session('  parentOf: { "3": "1" }\n')).toMatchObject({ exit: 0 });
});

test("a session scenario fails with the cause once its author says that the fork continues the newer request", async () => {
  const printed = await session('  parentOf: { "3": "2" }\n');
  expect(printed.exit).toBe(1);
  expect(printed.out).toMatch(/CB4\d\d/);
  expect(printed.out).not.toContain("may continue");
});

test("a session scenario fails on a request that answers the call of a later one, and says that a clock is wrong", async () => {
  const call = { type: "tool_use", id: "toolu_agent", name: "agent", input: { prompt: "Report." } };
  const read = { name: "read", input_schema: { type: "object" } };
  const line = (
    seq: number,
    tools: readonly object[],
    messages: readonly object[],
    content: readonly object[],
  ): string =>
    JSON.stringify({
      ...(JSON.parse(asking(seq, [])) as object),
      body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 10, tools, messages }),
      response: { status: 200, contentType: "application/json", body: JSON.stringify({ role: "assistant", content }) },
    });
  const asked = { role: "user", content: "Look around." };
  const answering = (content: string): readonly object[] => [
    asked,
    { role: "assistant", content: [call] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content }] },
  ];
  const lines = [
    line(1, [read], answering("Report."), []),
    line(2, [read, { ...read, name: "agent" }], [asked], [call]),
    line(3, [read, { ...read, name: "agent" }], answering("It works in the background."), []),
  ];
  writeFileSync(join(folder.path, "traffic.jsonl"), `${lines.join("\n")}\n`);
  const printed = await session("");
  expect(printed.exit).toBe(1);
  expect(words(printed.out)).toContain(
    "1 seems to begin a conversation, but may continue 2, which was sent later and would be CB202; correct the clock that dated it",
  );
});

test("inspect --fail-on-break exits 1 on the same doubt, and 0 once it is settled", async () => {
  expect(await runForkproof(["inspect", "traffic.jsonl", "--fail-on-break"], folder.path)).toMatchObject({ exit: 1 });
  expect(
    await runForkproof(["inspect", "traffic.jsonl", "--fail-on-break", "--parent-of", "3=1"], folder.path),
  ).toMatchObject({ exit: 0 });
});

test("a read of 0 fails inspect and a session scenario if a member that is not known may explain it, and names the member", async () => {
  const filler = "One remark a line, with its file. ".repeat(400);
  const mark = { cache_control: { type: "ephemeral" } };
  const used = (write: number): object => ({
    input_tokens: 20,
    cache_creation_input_tokens: write,
    cache_read_input_tokens: 0,
    output_tokens: 5,
  });
  const line = (seq: number, more: object, write: number, ...texts: readonly string[]): string =>
    JSON.stringify({
      ...(JSON.parse(asking(seq, [])) as object),
      usageScripted: false,
      ts: `2026-11-20T10:00:0${seq}.000Z`,
      body: JSON.stringify({
        model: "claude-sonnet-4-5",
        max_tokens: 10,
        ...more,
        system: [{ type: "text", text: filler, ...mark }],
        messages: texts.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
      }),
      response: {
        status: 200,
        stream: false,
        contentType: "application/json",
        body: JSON.stringify({
          type: "message",
          content: [{ type: "text", text: `answer ${seq}` }],
          usage: used(write),
        }),
      },
    });
  const lines = [line(1, {}, 3000, "first"), line(2, { system_suffix: "Be brief." }, 3000, "first", "answer 1", "go")];
  writeFileSync(join(folder.path, "traffic.jsonl"), `${lines.join("\n")}\n`);
  const inspected = await runForkproof(["inspect", "traffic.jsonl", "--fail-on-break"], folder.path);
  expect(inspected.exit).toBe(1);
  expect(words(inspected.out)).toMatch(/CB109 server-tool-toggled: system_suffix .* failed 1 possible break \(at 2\)/);
  const printed = await session("");
  expect(printed.exit).toBe(1);
  expect(words(printed.out)).toContain("2 read 0, which CB109 may explain");
});
