import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { type Client, conversation, type Fault, markedClients, type Sent } from "../break-cost/conversation.ts";
import { clock } from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";
import { type JsonObject, objectsOf } from "../lineage/sessions/json.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { writeLog } from "./write-log.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-interleaved-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONVERSATIONS = 50;
const TURNS = 15;
const BROKEN = 15;

/** From the eighth request on. */
const lateClock: Fault = {
  name: "a clock that comes with a deploy",
  apply: (draft) => {
    if (draft.turn >= 7) clock.apply(draft);
  },
};

it("a clock in 15 of 50 interleaved conversations is one incident, with its onset and its cost", async () => {
  const [clean, broken] = [logOf([]), logOf([lateClock])];
  const printed = await runForkproof(["inspect", broken.path], folder, { COLUMNS: "80" });
  const { incidents } = JSON.parse((await runForkproof(["inspect", broken.path, "--json"], folder)).out) as Inspection;
  const [first, ...others] = incidents;
  // The request that brings the clock, too: its line was not there before.
  expect(first).toMatchObject({
    conversations: BROKEN,
    requests: BROKEN * (TURNS - 7),
    origin: "ours",
    place: "/system/0",
  });
  expect(first?.codes).toContain("CB302");
  expect(others).toEqual([]);
  const extra = broken.usd - clean.usd;
  expect(Math.abs((first?.cost.usd ?? NaN) - extra), `${first?.cost.usd} of ${extra}`).toBeLessThan(0.05 * extra);
  expect(first?.firstBad).toBe(broken.firstBad);
  expect(printed.out.split("\n").length).toBeLessThanOrEqual(45);
});

it("50 clean conversations side by side have no incident", async () => {
  const { out } = await runForkproof(["inspect", logOf([]).path, "--json"], folder);
  expect((JSON.parse(out) as Inspection).incidents).toEqual([]);
});

/** Each conversation begins with a task of its own. */
function ownTask(at: number): Fault {
  return {
    name: `task ${at}`,
    apply: ({ body, codec }) => {
      const list = objectsOf(body[codec.list]);
      const [first] = list;
      const said =
        first === undefined ? null : codec.appended(first, `Task ${at}: ${"check the build ".repeat(at + 1)}`);
      if (said !== null) body[codec.list] = list.with(0, said);
    },
  };
}

/** A provider gives each call an id of its own. */
function withOwnIds(sent: Sent, at: number): Sent {
  const renamed = (text: string): string => text.replaceAll("toolu_01Gen", `toolu_${at}Gen`);
  return {
    ...sent,
    body: Buffer.from(renamed(sent.body.toString())),
    answer: JSON.parse(renamed(JSON.stringify(sent.answer))) as JsonObject,
  };
}

/** Conversations that begin one after the other and go on at the same time, in the order of sending. */
function logOf(faults: readonly Fault[]): {
  readonly path: string;
  readonly usd: number;
  readonly firstBad: string | undefined;
} {
  const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;
  const all = Array.from({ length: CONVERSATIONS }, (_, at) => {
    const isBroken = at % Math.floor(CONVERSATIONS / BROKEN) === 0 && at / Math.floor(CONVERSATIONS / BROKEN) < BROKEN;
    const sent = conversation(client, 100 + at, { turns: TURNS, faults: [ownTask(at), ...(isBroken ? faults : [])] });
    return sent.map((each, turn) => ({
      sent: { ...withOwnIds(each, at), atMs: each.atMs + at * 7_000 },
      isBad: isBroken && turn >= 7,
    }));
  });
  const ordered = all.flat().sort((one, other) => one.sent.atMs - other.sent.atMs);
  const numbered = ordered.map(({ sent }, at): Sent => ({ ...sent, id: String(at + 1), forkOf: null }));
  const { recording, usd } = served(client, numbered);
  const path = join(folder, `${faults.length}.jsonl`);
  writeLog(
    path,
    recording.ids.map((id) => recording.load(id)),
  );
  const firstBad = ordered.findIndex(({ isBad }) => isBad);
  return { path, usd, firstBad: firstBad === -1 ? undefined : String(firstBad + 1) };
}
