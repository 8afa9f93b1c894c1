import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { type Printed, runForkproof } from "../cli/run-forkproof.ts";

let folder: TempFolder;
let incidents: Inspection["incidents"];
beforeAll(async () => {
  folder = makeTempFolder();
  writeFileSync(join(folder.path, "log.jsonl"), log());
  ({ incidents } = JSON.parse((await inspect("--json")).out) as Inspection);
});
afterAll(() => folder[Symbol.dispose]());

const inspect = (...options: readonly string[]): Promise<Printed> =>
  runForkproof(["inspect", "log.jsonl", ...options], folder.path, { COLUMNS: "80" });

const TURNS = 6;
const KINDS = ["clean", "clock", "tools", "key", "window"] as const;

/** Conversations that take turns; from the fourth request on each has a fault of its own. */
function log(): string {
  const lines = Array.from({ length: TURNS }, (_, turn) => KINDS.map((kind, at) => line(kind, at, turn)));
  return `${lines.flat().join("\n")}\n`;
}

function line(kind: (typeof KINDS)[number], number: number, turn: number): string {
  const seq = turn * KINDS.length + number + 1;
  const isBad = turn >= 3;
  const said = Array.from({ length: 2 * turn + 1 }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text: `${number}.${at}: ${"look at the next file ".repeat(90)}` }],
  }));
  const [last] = said.at(-1)?.content ?? [];
  Object.assign(last ?? {}, { cache_control: { type: "ephemeral" } });
  const names = ["read", "write", "run"].filter(
    (name) => !(kind === "tools" && isBad && turn % 2 === 1 && name === "run"),
  );
  const tools = names.map((name) => ({
    name,
    description: `${name} a file. `.repeat(300),
    input_schema: { type: "object" },
  }));
  const clock = kind === "clock" && isBad ? `It is 10:00:${10 + turn}. ` : "";
  const system = `You are agent ${number}. ${clock}${"Answer in one line. ".repeat(300)}`;
  const speed = kind === "key" && isBad && turn % 2 === 1 ? { thinking: { type: "enabled", budget_tokens: 2048 } } : {};
  const messages = kind === "window" && isBad ? said.slice(2) : said;
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9_000, ...speed, tools, system, messages });
  const total = Math.floor(body.length / 4);
  const read = turn === 0 || isBad ? 0 : Math.floor((total * (2 * turn - 1)) / (2 * turn + 1));
  const usage = {
    input_tokens: 3,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: total - read,
    output_tokens: 9,
  };
  const content = [{ type: "text", text: `${number}.${2 * turn + 1}: ${"look at the next file ".repeat(90)}` }];
  const answer = JSON.stringify({ type: "message", role: "assistant", content, stop_reason: "end_turn", usage });
  return JSON.stringify({
    seq,
    ts: new Date(1_790_000_000_000 + seq * 9_000).toISOString(),
    method: "POST",
    path: "/v1/messages",
    headers: [["host", "api.anthropic.com"]],
    body,
    response: { status: 200, contentType: "application/json", body: answer },
  });
}

describe("inspect --incident", () => {
  it("shows last good, first bad, fix and next of the incident that the table leaves out", async () => {
    const { out } = await inspect();
    const [, command = ""] = /^one incident +forkproof (inspect .*)$/m.exec(out) ?? [];
    expect(command).toMatch(/^inspect log\.jsonl --incident [1-9]$/);
    const shown = await runForkproof(command.split(" "), folder.path, { COLUMNS: "80" });
    expect([shown.exit, shown.err]).toEqual([0, expect.not.stringContaining("HX")]);
    const rank = Number(command.at(-1));
    const incident = incidents[rank - 1];
    expect(out).not.toContain(`--child ${incident?.firstBad}\n`);
    expect(shown.out).toContain(`last good  request ${incident?.lastGood} … first bad request ${incident?.firstBad}`);
    expect(shown.out).toMatch(/^ +fix +\w/m);
    expect(shown.out).toContain(
      `forkproof judge log.jsonl --parent ${incident?.firstBadParent} --child ${incident?.firstBad}\n`,
    );
    expect(Math.max(...shown.out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it("repeats the options that decide which incidents there are", async () => {
    const { out } = await inspect("--since", "2026-01-01", "--model", "sonnet");
    expect(out.replaceAll(/ \\\n +/g, " ")).toMatch(
      /^one incident +forkproof inspect log\.jsonl --since 2026-01-01 --model sonnet --incident [1-9]$/m,
    );
  });

  it("shows several incidents, in the order of the table", async () => {
    const { out } = await inspect("--incident", "3", "--incident", "1");
    expect([...out.matchAll(/first bad request (\S+)/g)].map(([, id]) => id)).toEqual(
      [incidents[0], incidents[2]].map((incident) => incident?.firstBad),
    );
  });

  it("rejects a number that no incident has, a word, and an output without incidents", async () => {
    expect(incidents.length).toBeGreaterThanOrEqual(3);
    for (const [options, said] of [
      [["--incident", "99"], `--incident 99: the last incident is number ${incidents.length}`],
      [["--incident", "dear"], 'not "dear"'],
      [["--incident", "1", "--json"], "--incident and --json are two outputs"],
    ] as const) {
      const { exit, err } = await inspect(...options);
      expect([exit, err.includes(said)], err).toEqual([2, true]);
    }
  });
});
