import { describe, expect, test } from "vitest";
import type { ForkEvent } from "../../../src/fork/fork-event.ts";
import { chainObservers } from "../../../src/fork/observers/chain-observers.ts";
import { countingObserver } from "../../../src/fork/observers/counting-observer.ts";
import { loggingObserver } from "../../../src/fork/observers/logging-observer.ts";
import { progressEcho, type Progress } from "../../../src/fork/observers/progress-echo.ts";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const calls = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
const done = says({ blocks: [{ text: "Done." }] });

/** A run whose second answer streams its text in two pieces. */
function streaming(): ScriptedClient {
  return new ScriptedClient([
    calls,
    async ({ observe }) => {
      observe({ type: "text", text: "Do" });
      observe({ type: "text", text: "ne." });
      return done;
    },
  ]);
}

describe("chained observers of a fork", () => {
  test("all get every event, in order", async () => {
    const one = countingObserver();
    const other = countingObserver();
    await runFork({ llm: streaming(), observe: chainObservers([one.observe, other.observe]) });
    expect(one.counts()).toEqual({ started: 0, text: 2, message: 4, decision: 1, turn: 2, ended: 1 });
    expect(other.counts()).toEqual(one.counts());
  });

  test("may return anything, and only a throw is an error", async () => {
    const seen: string[] = [];
    const result = await runFork({ llm: streaming(), observe: ({ type }) => seen.push(type) as unknown as void });
    expect([result.observerFaults, seen.length]).toEqual([[], 10]);
  });

  test("continue if one of them throws, and the run records the error", async () => {
    const later = countingObserver();
    const broken = (event: ForkEvent): void => {
      if (event.type === "ended") throw new Error("no room");
    };
    const result = await runFork({ llm: streaming(), observe: chainObservers([broken, later.observe]) });
    await Promise.resolve();
    expect(later.counts().ended).toBe(1);
    expect(result.stop).toEqual({ cause: "completed" });
    expect(result.observerFaults).toEqual(["no room"]);
  });
});

test("a logging observer writes the events without any text of the conversation", async () => {
  const lines: string[] = [];
  await runFork({ llm: streaming(), observe: loggingObserver("auto_dream", (line) => void lines.push(line)) });
  expect(lines).toEqual([
    "auto_dream: turn 1 adds a message of the user",
    "auto_dream: turn 1 is over",
    "auto_dream: turn 1 adds a message of the assistant",
    "auto_dream: turn 1 calls Read: allow (allow-all)",
    "auto_dream: turn 1 adds a message of the user",
    "auto_dream: turn 2 is over",
    "auto_dream: turn 2 adds a message of the assistant",
    "auto_dream: ended, completed",
  ]);
});

describe("a progress echo", () => {
  test("shows each delta with the text so far, under the parent's call", async () => {
    const shown: Progress[] = [];
    await runFork({ llm: streaming(), observe: progressEcho("call_1", (progress) => void shown.push(progress)) });
    expect(shown).toEqual([
      { callId: "call_1", delta: "Do", text: "Do" },
      { callId: "call_1", delta: "ne.", text: "Done." },
    ]);
  });

  test("is silent once the call is cancelled, and the same signal ends the fork", async () => {
    const controller = new AbortController();
    const shown: string[] = [];
    const show = ({ delta }: Progress): void => {
      shown.push(delta);
      controller.abort(new Error("seen enough"));
    };
    const { signal } = controller;
    const result = await runFork({ llm: streaming(), signal, observe: progressEcho("call_1", show, signal) });
    expect(shown).toEqual(["Do"]);
    expect(result.stop).toEqual({ cause: "aborted", reason: "seen enough" });
  });
});
