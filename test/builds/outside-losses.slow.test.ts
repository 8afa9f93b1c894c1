import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderBuilds } from "../../harness/report/render-builds.ts";
import { noBreakpoints } from "../break-cost/faults.ts";
import type { Fault } from "../break-cost/conversation.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { textOf } from "../lineage/sessions/json.ts";
import { compared, task, worseIn, writeBuild } from "./two-builds.ts";

const TURNS = 8;
/** A request in the middle of the task. */
const LATE = 5;
const MINUTES = 60_000;

let folder: string;
let clean: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-outside-"));
  clean = writeBuild(folder, "clean", task(TURNS));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pause: Fault = {
  name: "a pause",
  apply: (draft) => {
    if (draft.turn === LATE) draft.atMs += 20 * MINUTES;
  },
};

/** Each build has its own words, which break nothing. */
const otherSystem: Fault = {
  name: "another system prompt",
  apply: ({ body, codec }) => codec.editSystem(body, (text) => `${text}\nBe brief.`),
};

const otherAnswers: Fault = {
  name: "other answers",
  apply: ({ body, codec }) => {
    body[codec.list] = JSON.parse(JSON.stringify(body[codec.list]).replaceAll(". ", ", then. ")) as never;
  },
};

const shortLived: Fault = {
  name: "entries for five minutes",
  apply: ({ body }) => {
    for (const name of Object.keys(body)) body[name] = withLifetime(body[name], '"ttl":"5m"');
  },
};

const longLived: Fault = {
  name: "entries for an hour",
  apply: ({ body }) => {
    for (const name of Object.keys(body)) body[name] = withLifetime(body[name], '"ttl":"1h"');
  },
};

function withLifetime(value: unknown, ttl: string): never {
  return JSON.parse(JSON.stringify(value).replaceAll('"type":"ephemeral"', `"type":"ephemeral",${ttl}`)) as never;
}

const evicted = String(LATE + 1);

describe("compare passes a loss that the client did not cause, and shows it", () => {
  it.each([
    { name: "the provider drops all entries", faults: [], evictedAt: evicted, code: "CB901" },
    { name: "the user pauses", faults: [pause], evictedAt: null, code: "CB701" },
    {
      name: "other answers, and the provider drops all entries",
      faults: [otherAnswers],
      evictedAt: evicted,
      code: "CB901",
    },
    {
      name: "another system prompt, and the user pauses",
      faults: [otherSystem, pause],
      evictedAt: null,
      code: "CB701",
    },
  ])("after $name", async ({ faults, evictedAt, code }) => {
    const after = writeBuild(folder, "after", task(TURNS, faults), evictedAt);
    const comparison = await compared(clean, after);
    expect(worseIn(comparison)).toEqual([]);
    const outside = comparison.changes.filter(({ isOutside }) => isOutside === true).map(({ what }) => what);
    expect(outside).toEqual(["ratio", "cost"]);
    expect(Object.keys(comparison.after.outside?.codes ?? {})).toEqual([code]);
    expect(comparison.after.outside?.usd).toBeGreaterThan(0);
    expect(comparison.before.outside).toBeNull();
    const printed = renderBuilds(comparison, { colour: false, columns: 80 });
    expect(printed).toMatch(/^\? ratio {2,}ratio .+ -> .+, not by what the client sent$/m);
    expect(printed).toMatch(
      new RegExp(`^· outside +after: ${code} in 1 request; about [\\d,]+ tokens not read, \\$`, "m"),
    );
    // The other way round it is better, or as good.
    const back = await compared(after, clean);
    expect(worseIn(back)).toEqual([]);
  });

  it("after the first request of one recording met a warm cache", async () => {
    const [first = "", ...rest] = readFileSync(clean, "utf8").split("\n");
    // Its counters stand in a text inside the line.
    const [read, write] = ["cache_read_input_tokens", "cache_creation_input_tokens"];
    const warm = first.replace(new RegExp(String.raw`${write}\\":(\d+)`), String.raw`${write}\":0,\"ignored\":$1`);
    const stored = /ignored\\":(\d+)/.exec(warm)?.[1] ?? "";
    const before = join(folder, "warm.jsonl");
    writeFileSync(before, [warm.replace(`${read}\\":0`, `${read}\\":${stored}`), ...rest].join("\n"));
    const comparison = await compared(before, clean);
    expect(worseIn(comparison)).toEqual([]);
    expect(comparison.changes.map(({ what, isOutside }) => [what, isOutside])).toEqual([
      ["ratio", true],
      ["cost", true],
    ]);
    expect(renderBuilds(comparison, { colour: false, columns: 80 })).toContain("no finding explains it");
  });

  it("exits with 1 for it with --fail-on-usage alone", async () => {
    writeBuild(folder, "after", task(TURNS), evicted);
    const args = ["compare", "clean.jsonl", "after.jsonl"];
    expect(await runForkproof(args, folder)).toMatchObject({ exit: 0 });
    expect(await runForkproof([...args, "--fail-on-usage"], folder)).toMatchObject({ exit: 1 });
    expect(await runForkproof(["compare", "clean.jsonl", "clean.jsonl", "--fail-on-usage"], folder)).toMatchObject({
      exit: 0,
    });
  });
});

describe("compare fails for what the client did, whatever the provider did", () => {
  it("a bug of the second build, with an eviction in the first", async () => {
    const before = writeBuild(folder, "before", task(TURNS), evicted);
    const after = writeBuild(folder, "after", task(TURNS, [noBreakpoints]));
    expect(worseIn(await compared(before, after))).toEqual(expect.arrayContaining(["cause", "ratio", "cost"]));
  });

  it("a bug of the second build, and an eviction in it", async () => {
    const counted: Fault = {
      name: "a counter",
      apply: ({ body, codec, turn }) =>
        codec.editSystem(body, (text) => `${textOf(turn % 2 === 0 ? "even" : "odd")} ${text}`),
    };
    const after = writeBuild(folder, "after", task(TURNS, [counted]), evicted);
    expect(worseIn(await compared(clean, after))).toEqual(expect.arrayContaining(["cause", "breaks", "ratio", "cost"]));
  });

  it("a shorter lifetime, which turns a pause into a loss", async () => {
    const before = writeBuild(folder, "before", task(TURNS, [longLived, pause]));
    const after = writeBuild(folder, "after", task(TURNS, [shortLived, pause]));
    expect(worseIn(await compared(before, after))).toContain("ratio");
  });

  it("a miss that nothing explains, behind another system prompt", async () => {
    const after = writeBuild(folder, "after", task(TURNS, [otherSystem]), evicted);
    expect(worseIn(await compared(clean, after))).toContain("ratio");
  });
});
