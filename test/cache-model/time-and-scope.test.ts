import { describe, expect, test } from "vitest";
import { ask, counts, mark, mark1h, say, session, user } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };

/** Ids: harness/cache-model/VECTORS.md. */
describe("time and scope", () => {
  const body = ask({ messages: [user(say("u", 5000, mark))] });
  const hourly = ask({ messages: [user(say("u", 5000, mark1h))] });
  const readAfter = (written: Json, ...seconds: readonly number[]): readonly number[] => {
    const { send } = session();
    send(written, 0);
    return seconds.map((second) => send(written, second * 1000)[2]);
  };

  test("V20 five minutes count from the start of the writing request", () => {
    const { predict, commit, send } = session();
    const second = 1000;
    commit(predict(body, 0), 120 * second);
    expect(send(body, 299 * second)[2]).toBe(5000);
    expect(readAfter(body, 301)).toEqual([0]);
    expect(readAfter(body, 300)).toEqual([0]);
  });

  test("V21 each read begins the lifetime anew", () => {
    expect(readAfter(body, 200, 400, 600)).toEqual([5000, 5000, 5000]);
  });

  test("V22 an hour lasts an hour", () => {
    expect([readAfter(hourly, 3599), readAfter(hourly, 3601)]).toEqual([[5000], [0]]);
  });

  test("V23 requests of one tick all pay; the next one reads", () => {
    const { predict, commit, send } = session();
    const together = [predict(body, 0), predict(body, 0), predict(body, 0)];
    for (const prediction of together) commit(prediction, 1);
    expect(together.map(counts)).toEqual([
      [0, 5000, 0],
      [0, 5000, 0],
      [0, 5000, 0],
    ]);
    expect(send(body, 2)).toEqual([0, 0, 5000]);
  });

  test("V24 two forks at once read the warm floor and write the rest, a third reads all", () => {
    const { predict, commit, send } = session();
    send(ask({ system: [say("s", 6300, mark)], messages: [user(say("u", 1))] }), 0);
    const fork = ask({ system: [say("s", 6300, mark)], messages: [user(say("f", 5500, mark))] });
    const [one, two] = [predict(fork, 10), predict(fork, 10)];
    for (const prediction of [one, two]) commit(prediction, 20);
    expect([counts(one), counts(two), send(fork, 30)]).toEqual([
      [0, 5500, 6300],
      [0, 5500, 6300],
      [0, 0, 11_800],
    ]);
    expect(one.missed).toBe(null);
  });

  test("V25 followers held until the leader's first byte read the whole prefix", () => {
    const { predict, commit } = session();
    commit(predict(body, 0), 700);
    expect(predict(body, 699)).toMatchObject({
      usage: { read: 0 },
      missed: { because: "not-yet-readable", tokens: 5000 },
    });
    expect(predict(body, 700).usage.read).toBe(5000);
  });

  test("V26 another workspace reads nothing", () => {
    const { send } = session();
    send(body, 0, { workspace: "a" });
    expect([send(body, 10, { workspace: "b" })[2], send(body, 10, { workspace: "a" })[2]]).toEqual([0, 5000]);
  });

  test("a refused request neither reads nor writes", () => {
    const { predict, send } = session();
    predict(body, 0);
    expect(send(body, 10)).toEqual([0, 5000, 0]);
  });

  test("an expired entry is said to have expired", () => {
    const { predict, send } = session();
    send(body, 0);
    expect(predict(body, 400_000).missed).toEqual({ because: "expired", tokens: 5000 });
  });
});
