import { expect, test } from "vitest";
import { describeFork, type ForkServed, pairUp } from "../../../harness/run/fork/fork-runs.ts";
import { messagesExchange } from "../../support/messages-body.ts";

const predicted = {} as NonNullable<ForkServed["prediction"]>;

/** A request that was answered; `lane` null is one that was refused. */
function served(id: string, lane: string | null, changes: Partial<ForkServed["exchange"]> = {}): ForkServed {
  const prediction = lane === null ? null : predicted;
  return { exchange: { ...messagesExchange("{}", id), ...changes }, lane, prediction, outcome: "complete" };
}

/** A request that met a scripted error. */
function failed(id: string, lane: string): ForkServed {
  return { ...served(id, lane), prediction: null };
}

const header = (lane: string): { readonly headers: ForkServed["exchange"]["headers"] } => ({
  headers: [["X-Forkproof-Lane", lane]],
});

test("requests are sorted by lane, and refused ones by the lane that they name", () => {
  const forks = pairUp(
    [
      served("1", "parent"),
      served("2", "fork[2]"),
      served("3", null, header("fork")),
      served("4", "fork"),
      served("5", null, header("fork[2]")),
    ],
    3,
    null,
  );
  expect(forks.map(({ lane, parent, first, served }) => [lane, parent?.id, first?.id, served.length])).toEqual([
    ["fork", "1", "3", 2],
    ["fork[2]", "1", "2", 2],
    ["fork[3]", "1", undefined, 0],
  ]);
});

test("a fork's first request is the retry after a scripted error, but the refused request itself after a refusal", () => {
  const answered = served("3", "fork");
  const first = (...own: readonly ForkServed[]): string | undefined => pairUp(own, 1, null)[0]?.first?.id;
  expect(first(failed("1", "fork"), failed("2", "fork"), answered)).toBe("3");
  expect(first(served("1", null, header("fork")), answered)).toBe("1");
  expect(first(failed("1", "fork"), failed("2", "fork"))).toBe("1");
});

test("a refused request without a lane is the first fork's, and counting tokens does not count as a request", () => {
  const elsewhere = { path: "/v1/messages/count_tokens?beta=true" };
  const [fork] = pairUp([served("1", null, elsewhere), served("2", null, { path: "/v1/messages?beta=true" })], 1, null);
  expect(fork?.served.map(({ exchange }) => exchange.id)).toEqual(["2"]);
});

test("a fork continues the parent's last request before it, even if the parent continues after it", () => {
  const sent = [
    served("1", "parent"),
    served("2", "fork"),
    served("3", "parent"),
    served("4", "fork[2]"),
    served("5", "fork"),
    served("6", "parent"),
  ];
  expect(pairUp(sent, 3, null).map(({ lane, parent }) => [lane, parent?.id])).toEqual([
    ["fork", "1"],
    ["fork[2]", "3"],
    ["fork[3]", "1"],
  ]);
  const named = [served("1", null, header("parent")), served("2", null, header("fork")), served("3", "parent")];
  expect(pairUp(named, 1, null)[0]?.parent?.id).toBe("1");
});

test("a fork that arrives before every request of its parent belongs to the parent's first one", () => {
  const sent = [served("1", "fork"), served("2", "parent"), served("3", "parent")];
  expect(pairUp(sent, 1, null)[0]?.parent?.id).toBe("2");
  expect(pairUp([served("1", "fork")], 1, null)[0]?.parent).toBeNull();
});

test("a fork in the background belongs to the request whose answer gave it its task", () => {
  const asked = { role: "user", content: "Look after the notes." };
  const task = { type: "tool_use", id: "toolu_1", name: "agent", input: { prompt: "Check the old notes." } };
  const gives = { role: "assistant", content: [task] };
  const started = { type: "tool_result", tool_use_id: "toolu_1", content: "Started." };
  const says = (...content: readonly unknown[]): unknown => ({ role: "user", content });
  const answered = (content: readonly unknown[]): Partial<ForkServed["exchange"]> => ({
    response: {
      status: 200,
      contentType: "application/json",
      body: Buffer.from(JSON.stringify({ type: "message", content, stop_reason: "end_turn" })),
      usageIsReal: false,
    },
  });
  const body = (...messages: readonly unknown[]): Partial<ForkServed["exchange"]> => ({
    request: Buffer.from(JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages })),
  });
  const sent = (directive: string): readonly ForkServed[] => [
    served("1", "parent", { ...body(asked), ...answered([task]) }),
    served("2", "parent", { ...body(asked, gives, says(started)), ...answered([{ type: "text", text: "Started." }]) }),
    served("3", "fork", body(asked, gives, says(started, { type: "text", text: directive }))),
  ];
  expect(pairUp(sent("You are a fork. Your task: Check the old notes."), 1, null)[0]?.parent?.id).toBe("1");
  expect(pairUp(sent("Check the new notes."), 1, null)[0]?.parent?.id).toBe("2");
});

test("forks of the request that a run sends continue the recorded one, and forks of a later one continue the sent one", () => {
  const recorded = messagesExchange('{"recorded":true}', "9");
  const sent = [
    served("1", "parent", { startedAtMs: 5 }),
    served("2", "fork"),
    served("3", "parent"),
    served("4", "fork[2]"),
  ];
  const [first, second] = pairUp(sent, 2, recorded);
  expect(first?.parent).toMatchObject({ id: "1", startedAtMs: 5, request: recorded.request });
  expect(second?.parent?.request).toBe(sent[2]?.exchange.request);
  expect(pairUp([], 1, recorded)[0]?.parent).toBeNull();
});

test("a fork without any known values has null in place of every number, never 0", () => {
  const [fork] = pairUp([served("1", "parent"), served("2", "fork")], 1, null);
  expect(describeFork({ ...fork!, parent: null }, null, null)).toEqual({
    lane: "fork",
    stop: null,
    output: null,
    turns: [],
    firstTurnRatio: null,
    expectedRatio: null,
    efficiency: null,
    decisions: null,
    error: null,
  });
});
