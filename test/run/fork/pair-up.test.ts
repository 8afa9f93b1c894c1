import { expect, test } from "vitest";
import type { ServedExchange } from "../../../harness/mock/mock-provider.ts";
import { describeFork, pairUp } from "../../../harness/run/fork/fork-runs.ts";
import { messagesExchange } from "../../support/messages-body.ts";

const predicted = {} as NonNullable<ServedExchange["prediction"]>;

/** A request that was answered; `lane` null is one that was refused. */
function served(id: string, lane: string | null, changes: Partial<ServedExchange["exchange"]> = {}): ServedExchange {
  const prediction = lane === null ? null : predicted;
  return { exchange: { ...messagesExchange("{}", id), ...changes }, lane, prediction, outcome: "complete" };
}

/** A request that met a scripted error. */
function failed(id: string, lane: string): ServedExchange {
  return { ...served(id, lane), prediction: null };
}

const named = (lane: string): { readonly headers: ServedExchange["exchange"]["headers"] } => ({
  headers: [["X-Forkproof-Lane", lane]],
});

test("sorts requests by lane, refused ones by the lane that they name", () => {
  const wire = pairUp(
    [
      served("1", "parent"),
      served("2", "fork[2]"),
      served("3", null, named("fork")),
      served("4", "fork"),
      served("5", null, named("fork[2]")),
    ],
    3,
    null,
  );
  expect(wire.parent?.id).toBe("1");
  expect(wire.forks.map(({ lane, first, served }) => [lane, first?.id, served.length])).toEqual([
    ["fork", "3", 2],
    ["fork[2]", "2", 2],
    ["fork[3]", undefined, 0],
  ]);
});

test("of a request that met a scripted error the retry is judged, of one that was refused itself", () => {
  const answered = served("3", "fork");
  const first = (...own: readonly ServedExchange[]): string | undefined => pairUp(own, 1, null).forks[0]?.first?.id;
  expect(first(failed("1", "fork"), failed("2", "fork"), answered)).toBe("3");
  expect(first(served("1", null, named("fork")), answered)).toBe("1");
  expect(first(failed("1", "fork"), failed("2", "fork"))).toBe("1");
});

test("a refused request that names no lane is the first fork's; counting tokens is no request of a conversation", () => {
  const elsewhere = { path: "/v1/messages/count_tokens?beta=true" };
  const { forks } = pairUp(
    [served("1", null, elsewhere), served("2", null, { path: "/v1/messages?beta=true" })],
    1,
    null,
  );
  expect(forks[0]?.served.map(({ exchange }) => exchange.id)).toEqual(["2"]);
});

test("the parent's last request counts, and its forks go on from what was recorded", () => {
  const recorded = messagesExchange('{"recorded":true}', "9");
  const { parent } = pairUp([served("1", "parent"), served("2", "parent", { startedAtMs: 5 })], 1, recorded);
  expect(parent).toMatchObject({ id: "2", startedAtMs: 5, request: recorded.request });
  expect(pairUp([], 1, recorded).parent).toBeNull();
});

test("a fork of which nothing is known has no numbers, and none of them is 0", () => {
  const [fork] = pairUp([served("1", "parent"), served("2", "fork")], 1, null).forks;
  expect(describeFork(fork!, null, null)).toEqual({
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
