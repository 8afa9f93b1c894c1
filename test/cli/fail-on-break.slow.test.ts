import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { parentBody } from "../mock/anthropic-body.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

type Line = { readonly body: unknown; readonly minute?: number; readonly usage?: object; readonly path?: string };

/** A request as a recorder writes it: a second after the one before, unless it says when. */
function lineOf({ body, minute, usage, path = "/v1/messages" }: Line, at: number): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const ts = new Date(Date.UTC(2026, 10, 20, 9, minute ?? 0, at)).toISOString();
  const headers = [["anthropic-version", "2023-06-01"]];
  const answer = JSON.stringify({ type: "message", usage: { ...usage, output_tokens: 1 } });
  const response = usage === undefined ? null : { status: 200, contentType: "application/json", body: answer };
  const line = { seq: at + 1, ts, method: "POST", path, headers, body: text, response, usageScripted: false };
  return `${JSON.stringify(line)}\n`;
}

function inspect(lines: readonly Line[], ...options: readonly string[]): Promise<Printed> {
  writeFileSync(join(folder.path, "t.jsonl"), lines.map(lineOf).join(""));
  return runForkproof(["inspect", "t.jsonl", "--fail-on-break", ...options], folder.path);
}

const said = { type: "text", text: "How many are left?" };
const marked = (text: string): object => ({ type: "text", text, cache_control: { type: "ephemeral" } });
const root = parentBody;
const turn = {
  ...root,
  messages: [
    { role: "user", content: [said] },
    { role: "assistant", content: [{ type: "text", text: "Three." }] },
    { role: "user", content: [marked("And tomorrow?")] },
  ],
};
const broken = { ...turn, tools: root.tools?.slice(0, 1) };

const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);

test("inspect --fail-on-break passes a recording whose prefix holds, and says how much it compared", async () => {
  const printed = await inspect([{ body: root }, { body: turn }]);
  expect(lastLine(printed.out)).toBe("passed  1 transition compared, no break");
  expect(printed.exit).toBe(0);
});

test("inspect --fail-on-break fails on our own break and names its code and place on the last line", async () => {
  const printed = await inspect([{ body: root }, { body: broken }]);
  expect(lastLine(printed.out)).toBe("failed  1 break of ours (CB202 at 2)");
  expect(printed.exit).toBe(1);
  const look = await runForkproof(["inspect", "t.jsonl"], folder.path);
  expect(look).toMatchObject({ exit: 0, out: expect.not.stringContaining("failed  ") as string });
});

test("with --json stdout holds only the document, and the gate's line is on stderr", async () => {
  const printed = await inspect([{ body: root }, { body: broken }], "--json");
  expect(JSON.parse(printed.out)).toMatchObject({ totals: { requests: 2 } });
  expect(lastLine(printed.err)).toBe("failed  1 break of ours (CB202 at 2)");
  expect(printed.exit).toBe(1);
});

test("a pause, another model and an entry that the provider dropped do not fail the main line", async () => {
  const third = {
    ...turn,
    messages: [...turn.messages, { role: "assistant", content: "Two." }, { role: "user", content: "Then?" }],
  };
  const [paused, switched, dropped] = [
    await inspect([{ body: root }, { body: turn, minute: 10 }]),
    await inspect([{ body: root }, { body: turn }, { body: { ...third, model: "claude-opus-4-6" } }]),
    await inspect([
      { body: root, usage: { input_tokens: 3, cache_creation_input_tokens: 2000, cache_read_input_tokens: 2000 } },
      { body: turn, usage: { input_tokens: 3, cache_creation_input_tokens: 2100, cache_read_input_tokens: 2000 } },
    ]),
  ];
  expect(lastLine(paused.out)).toBe("passed  1 transition compared, no break of ours, 1 expected break (CB701 at 2)");
  expect(lastLine(switched.out)).toBe(
    "passed  2 transitions compared, no break of ours, 1 expected break (CB101 at 3)",
  );
  // The width of a terminal is 80 columns where nothing says another.
  expect(dropped.out.split("\n").slice(-3)).toEqual([
    "passed  1 transition compared, no break of ours, 1 break of the provider (CB705",
    "        at 2)",
    "",
  ]);
  expect([paused, switched, dropped].map(({ exit }) => exit)).toEqual([0, 0, 0]);
});

test("a fork on another model counts as our own break if its parent continues with a turn", async () => {
  const fork = {
    ...turn,
    model: "claude-opus-4-6",
    messages: [...turn.messages.slice(0, 2), { role: "user", content: [marked("You are a fork.")] }],
  };
  const printed = await inspect([{ body: root }, { body: fork }, { body: turn }]);
  expect(lastLine(printed.out)).toBe("failed  1 break of ours (CB101 at 2)");
  expect(printed.exit).toBe(1);
});

test("a request that the provider would refuse counts as our own break", async () => {
  const orphan = { role: "user", content: [{ type: "tool_result", tool_use_id: "tu_9", content: "-" }] };
  const printed = await inspect([
    { body: root },
    { body: { ...turn, messages: [...turn.messages, { role: "assistant", content: "Two." }, orphan] } },
  ]);
  expect(lastLine(printed.out)).toBe("failed  1 break of ours (CB418 at 2)");
});

test("a gate that compared nothing fails", async () => {
  const other = {
    ...root,
    system: "Another trade altogether.",
    tools: [],
    messages: [{ role: "user", content: "Hello." }],
  };
  const [one, strangers] = [await inspect([{ body: root }]), await inspect([{ body: root }, { body: other }])];
  expect(one).toMatchObject({ exit: 2, err: expect.stringContaining("HX252") as string });
  expect(lastLine(strangers.out)).toBe("failed  no request was compared with a parent");
  expect(strangers.exit).toBe(1);
});

test("a body that is not JSON fails the gate, and a break before it is named", async () => {
  const [held, named] = [
    await inspect([{ body: root }, { body: turn }, { body: "{" }]),
    await inspect([{ body: root }, { body: broken }, { body: "{" }]),
  ];
  const why = "3: not judged, the body of request 3 is not JSON: the text ends too early";
  for (const { exit, out } of [held, named])
    expect([exit, out.replaceAll(/\s+/g, " ")]).toEqual([1, expect.stringContaining(why)]);
  expect(lastLine(held.out)).toBe("failed  1 request not judged (at 3)");
  expect(lastLine(named.out)).toBe("failed  1 break of ours (CB202 at 2), 1 request not judged (at 3)");
  expect(await inspect([{ body: root }, { body: "{" }])).toMatchObject({
    exit: 2,
    err: expect.stringContaining("HX252") as string,
  });
  const elsewhere = await inspect([{ body: root }, { body: turn }, { body: "{", path: "/v1/embeddings" }]);
  expect(elsewhere).toMatchObject({ exit: 0, out: expect.stringContaining("no break\n") as string });
});

test("a request that continues a response outside the recording fails the gate, with its number", async () => {
  const input = [{ role: "user", content: "How many are left?" }];
  const more = [...input, { role: "assistant", content: "Three." }, { role: "user", content: "And then?" }];
  const ask = (body: object): Line => ({ body: { model: "gpt-6.1-sol", ...body }, path: "/v1/responses" });
  const printed = await inspect([ask({ input }), ask({ input: more }), ask({ input, previous_response_id: "resp_x" })]);
  expect(lastLine(printed.out)).toBe("failed  1 request not judged (at 3)");
  expect(printed.exit).toBe(1);
});

const client = `
const [exit, ...bodies] = process.argv.slice(2);
for (const body of bodies) {
  const label = body.startsWith("{") ? {} : { "content-encoding": "gzip, gzip" };
  const headers = { "anthropic-version": "2023-06-01", "x-api-key": "mocked", ...label };
  await (await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", headers, body })).text();
}
process.exitCode = Number(exit);
`;

function record(exit: number, bodies: readonly (object | string)[], ...options: readonly string[]): Promise<Printed> {
  writeFileSync(join(folder.path, "client.mjs"), client);
  writeFileSync(
    join(folder.path, "script.json"),
    JSON.stringify({ script: { parent: [{ text: "Three." }], fork: [{ text: "Done." }] } }),
  );
  const texts = bodies.map((body) => (typeof body === "string" ? body : JSON.stringify(body)));
  const command = [process.execPath, "client.mjs", String(exit), ...texts];
  const args = ["record", "--mock", "script.json", "--out", `cassette-${exit}-${bodies.length}`, ...options];
  return runForkproof([...args, "--", ...command], folder.path);
}

test("record --fail-on-break fails on a break after a command that succeeded", async () => {
  const printed = await record(0, [root, broken], "--fail-on-break");
  expect(lastLine(printed.out)).toBe("failed  1 break of ours (CB202 at 2)");
  expect(printed.exit).toBe(1);
});

test("the exit code of a recorded command is kept if it is not 0", async () => {
  expect(await record(7, [root, broken], "--fail-on-break")).toMatchObject({ exit: 7 });
  expect(await record(0, [root, broken])).toMatchObject({ exit: 0 });
});

test("a request that could not be decoded may be a break: it fails the gate, and says why", async () => {
  const printed = await record(0, [root, turn, "packed twice"], "--fail-on-break");
  const why = "the body of POST /v1/messages could not be read (content-encoding: gzip, gzip)";
  expect(printed.out.replaceAll(/\s+/g, " ")).toContain(`3: not judged, ${why}`);
  expect(lastLine(printed.out)).toBe("failed  1 request not judged (at 3)");
  expect(printed.exit).toBe(1);
  const kept = ["inspect", "cassette-0-3", "--json"];
  expect(JSON.parse((await runForkproof(kept, folder.path)).out)).toMatchObject({
    exchanges: [{}, {}, { unread: why, damaged: true }],
    totals: { damaged: 1 },
  });
  expect(await runForkproof([...kept, "--fail-on-break"], folder.path)).toMatchObject({ exit: 1 });
  expect(await record(0, [root, turn, "packed", "twice"])).toMatchObject({ exit: 0 });
});

test("record --fail-on-break names a break next to a body that is not JSON", async () => {
  const printed = await record(0, [root, broken, "{"], "--fail-on-break");
  expect(lastLine(printed.out)).toBe("failed  1 break of ours (CB202 at 2), 1 request not judged (at 3)");
  expect(printed).toMatchObject({ exit: 1, out: expect.stringContaining("3: not judged, the body of") as string });
});

test("record --fail-on-break fails if only one request was recorded", async () => {
  const printed = await record(0, [root], "--fail-on-break", "--json");
  expect(printed).toMatchObject({ exit: 2, err: expect.stringContaining("holds one request") as string });
  expect(JSON.parse(printed.out)).toMatchObject({ inspection: null });
});
