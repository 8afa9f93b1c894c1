import { describe, expect, test } from "vitest";
import { writeEvents, type EventEnvelope } from "../../../../src/fork/events/event-envelope.ts";
import { EventFormatError } from "../../../../src/fork/events/event-format-error.ts";
import { eventReader } from "../../../../src/fork/events/event-reader.ts";
import type { ForkEvent, ForkObserver } from "../../../../src/fork/fork-event.ts";
import { DefaultForkSubagent } from "../../../../src/fork/default-fork-subagent.ts";
import { forkSiblings } from "../../../../src/fork/fork-siblings.ts";
import { capture } from "../../support/parents.ts";
import { echo, runFork } from "../../support/run-fork.ts";
import { fails, says, ScriptedClient } from "../../support/scripted-client.ts";

const read = await eventReader();
const calls = says({ blocks: [{ text: "é 🙂" }, { call: "Read", id: "t1", input: '{"a":[1,null]}' }] });
const done = says({ blocks: [{ text: "Done." }] });

test("the events of a run come back from their lines, in order and with their bytes", async () => {
  const seen: ForkEvent[] = [];
  let text = "";
  const lines = writeEvents((line) => void (text += line));
  const observe: ForkObserver = (event, origin) => {
    seen.push(event);
    return lines(event, origin);
  };
  await runFork({ llm: new ScriptedClient([calls, done]), observe }, { now: () => 1_700_000_000_000 });
  const back = read(text);
  expect(back.map(({ event }) => event)).toEqual(seen);
  expect(back.map(({ v, runId, seq, at }) => ({ v, runId, seq, at }))).toEqual(
    seen.map((_, index) => ({ v: 1, runId: "run-1", seq: index + 1, at: 1_700_000_000_000 })),
  );
  expect(text.split("\n")).toHaveLength(seen.length + 1);
});

test("one observer of several forks at once tells them apart", async () => {
  const parent = capture();
  const ids = ["run-a", "run-b", "run-c"];
  const forks = new DefaultForkSubagent({ newRunId: () => ids.shift() ?? "" });
  const seen: (Pick<EventEnvelope, "runId" | "seq"> & { readonly label: string; readonly type: string })[] = [];
  const observe: ForkObserver = ({ type }, { runId, label, seq }) => void seen.push({ runId, label, seq, type });
  const siblings = ["a", "b", "c"].map((label) => {
    const llm = new ScriptedClient([done]);
    return { parent, llm, tools: echo, directive: label, label, maxTurns: 1, timeoutMs: null, observe };
  });
  const handles = await forkSiblings(siblings, { forks, holdMs: null });
  await Promise.all(handles.map(async (handle) => handle.takeCompletion()));
  for (const label of ["a", "b", "c"]) {
    const own = seen.filter((each) => each.label === label);
    expect(own.map(({ runId, seq }) => [runId, seq])).toEqual(own.map((_, index) => [`run-${label}`, index + 1]));
    expect(own.at(-1)?.type).toBe("ended");
  }
  expect(seen).toHaveLength(12);
});

test("a run that the provider refused ends in lines that come back", async () => {
  let text = "";
  const error = { kind: "rate-limit", message: "slow down", status: 429, requestId: null, retryAfterMs: 20 } as const;
  const llm = new ScriptedClient([fails(error)]);
  const { stop } = await runFork({ llm, observe: writeEvents((line) => void (text += line)) });
  expect(read(text).at(-1)?.event).toEqual({ type: "ended", stop });
});

describe("a reader of events refuses", () => {
  const line = { v: 1, runId: "r", seq: 1, at: 0, event: { type: "text", turn: 1, text: "a" } };

  test.each([
    ["another version, and names both", { ...line, v: 2 }, "line 1 has version 2, and this library reads version 1"],
    [
      "an unknown type of event",
      { ...line, event: { type: "thought" } },
      "line 1 is not an event of a fork: /event/type is unknown",
    ],
    [
      "bytes that are not base64",
      { ...line, event: { type: "message", message: { turn: 1, role: "user", bytes: "%%" } } },
      "/event/message/bytes must match pattern",
    ],
    [
      "an event without a member",
      { ...line, event: { type: "text", turn: 1 } },
      "/event must have required property 'text'",
    ],
    [
      "a stop without its reason",
      { ...line, event: { type: "ended", stop: { cause: "lost" } } },
      "/event/stop must have required property 'reason'",
    ],
    [
      "a role that is unknown",
      { ...line, event: { type: "message", message: { turn: 1, role: "tool", bytes: "" } } },
      "/event/message/role",
    ],
    ["a place before the first", { ...line, seq: 0 }, "/seq must be >= 1"],
    ["a member that is not described", { ...line, extra: 1 }, "must NOT have additional properties"],
  ])("%s", (_, value, said) => {
    expect(() => read(JSON.stringify(value))).toThrow(said);
    expect(() => read(JSON.stringify(value))).toThrow(EventFormatError);
  });

  test("bytes, which are not text yet", () => {
    const bytes: unknown = Buffer.from(JSON.stringify(line));
    expect(() => Reflect.apply(read, null, [bytes])).toThrow(/an object is not text. Pass lines as a text/);
  });

  test("a line that was cut, with its number", () => {
    const whole = JSON.stringify(line);
    expect(() => read(`${whole}\n\n${whole.slice(0, 20)}`)).toThrow("line 3 is not JSON");
  });
});
