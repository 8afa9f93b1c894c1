import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CountedSession } from "../../harness/kernel/inspection/counter-timeline.ts";
import type { PageCounters } from "../../harness/page/page-data.ts";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { type Client, conversation, type Fault, markedClients } from "../break-cost/conversation.ts";
import { clock } from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";
import { writeLog } from "../incidents/write-log.ts";
import { runForkproof } from "./run-forkproof.ts";
import { claudeSession } from "../support/claude-session.ts";

const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-mixed-"));
  logTo("clean.jsonl", []);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function logTo(name: string, faults: readonly Fault[]): void {
  const { recording } = served(client, conversation(client, 11, { turns: 8, faults }));
  writeLog(
    join(folder, name),
    recording.ids.map((id) => recording.load(id)),
  );
}

function brokenLog(): Buffer {
  logTo("broken.jsonl", [clock]);
  const lines = readFileSync(join(folder, "broken.jsonl"));
  rmSync(join(folder, "broken.jsonl"));
  return lines;
}

const clean = (): Buffer => readFileSync(join(folder, "clean.jsonl"));

/** The same requests, the fifth without its body. */
function withoutOneBody(): string {
  const lines = clean().toString().trimEnd().split("\n");
  const line = (text: string, at: number): object => {
    const { seq, path, body, response } = JSON.parse(text);
    const { usage } = JSON.parse(response.body);
    const kept = at === 4 ? {} : { request_body_raw: body };
    return {
      seq,
      idx: 0,
      url: `https://api.anthropic.com${path}`,
      provider: "anthropic",
      usage,
      request_body_raw: null,
      ...kept,
    };
  };
  return lines.map((text, at) => `${JSON.stringify(line(text, at))}\n`).join("");
}

describe("a folder is never better than a file in it", () => {
  it.each([
    { part: "a session with counters alone", name: "b.jsonl", content: claudeSession },
    { part: "a log with a break", name: "b.jsonl", content: brokenLog },
    { part: "a log with a request without a body", name: "b.jsonl", content: withoutOneBody },
    {
      part: "a compressed log that ends early",
      name: "b.jsonl.gz",
      content: () => gzipSync(clean()).subarray(0, 2_000),
    },
    { part: "a log whose last line is cut", name: "b.jsonl", content: () => clean().subarray(0, -100) },
    { part: "a log of which no line is JSON", name: "b.jsonl", content: () => "sVmIOZFBe4GgSI\nZwnFPVv3ce9urO\n" },
    {
      part: "a log whose lines are all torn",
      name: "b.jsonl",
      content: () =>
        clean()
          .toString()
          .split("\n")
          .map((line) => `${line.slice(0, 60)}\n`)
          .join(""),
    },
  ])("$part fails --fail-on-break alone and next to a clean log", async ({ name, content }) => {
    rmSync(join(folder, "both"), { recursive: true, force: true });
    mkdirSync(join(folder, "both"));
    writeFileSync(join(folder, "both", name), content());
    const alone = await runForkproof(["inspect", join("both", name), "--fail-on-break"], folder);
    cpSync(join(folder, "clean.jsonl"), join(folder, "both/a.jsonl"));
    const both = await runForkproof(["inspect", "both", "--fail-on-break"], folder);
    expect(alone.exit, alone.out).not.toBe(0);
    expect(both.exit, both.out).not.toBe(0);
    expect(both.out).not.toContain("passed");
  });
});

it("inspect judges the files with bodies as if they were alone, and prints the timeline of the others below", async () => {
  mkdirSync(join(folder, "logs"));
  cpSync(join(folder, "clean.jsonl"), join(folder, "logs/a.jsonl"));
  writeFileSync(join(folder, "logs/session.jsonl"), claudeSession());
  const document = async (path: string): Promise<Inspection> =>
    JSON.parse((await runForkproof(["inspect", path, "--json"], folder)).out) as Inspection;
  const [mixed, bodies, counters] = [
    await document("logs"),
    await document("logs/a.jsonl"),
    await document("logs/session.jsonl"),
  ];
  const { sources, counters: timeline, ...judged } = mixed;
  const { sources: only, ...alone } = bodies;
  expect([sources?.files.length, only?.files.length, judged]).toEqual([2, 1, alone]);
  expect(timeline).toEqual(counters);
  const spikes = async (...options: readonly string[]): Promise<readonly (readonly string[])[] | undefined> =>
    JSON.parse((await runForkproof(["inspect", "logs", "--json", ...options], folder)).out).counters?.sessions.map(
      (each: CountedSession) => each.spikes.map(({ id }) => id),
    );
  expect(await spikes("--until", "2026-11-21")).toEqual([["req_3"]]);
  expect(await spikes("--until", "2026-11-20T09:03:00Z")).toEqual([[]]);
  const shown = await countersOfPage();
  expect(shown.counted).toBe("4 requests");
  expect(JSON.stringify(shown)).toMatch(/req_3 \(2026-11-20 09:03 UTC\): 22,010 tokens paid again/);
  const { exit, out } = await runForkproof(["inspect", "logs"], folder);
  const printed = out.replaceAll(/\s+/g, " ");
  expect([exit, printed]).toEqual([
    0,
    expect.stringContaining("counters 4 requests without bodies: compared with nothing"),
  ]);
  expect(printed).toContain("spikes req_3");
  const days = { daily: [{ date: "2026-11-20", inputTokens: 1, outputTokens: 1, cacheReadTokens: 9 }] };
  writeFileSync(join(folder, "logs/days.json"), JSON.stringify(days));
  const withRows = (await runForkproof(["inspect", "logs"], folder)).out.replaceAll(/\s+/g, " ");
  expect(withRows).toContain("counters 4 requests and 1 row of a report without bodies");
  expect((await countersOfPage()).counted).toBe("4 requests and 1 row of a report");
  const refused = await runForkproof(["compare", "logs", "logs"], folder);
  expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining("HX252")]);
});

async function countersOfPage(): Promise<PageCounters> {
  const page = join(folder, "page.html");
  expect((await runForkproof(["inspect", "logs", "--html", page], folder)).exit).toBe(0);
  const [, packed = ""] = /id="data" type="text\/plain">([^<]+)</.exec(readFileSync(page, "utf8")) ?? [];
  return JSON.parse(inflateRawSync(Buffer.from(packed, "base64")).toString()).counters;
}
