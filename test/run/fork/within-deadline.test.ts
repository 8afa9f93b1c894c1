import { expect, test } from "vitest";
import { withinDeadline } from "../../../harness/run/fork/time/within-deadline.ts";

const unhurried = new AbortController().signal;

test("a subject that is late is stopped, and its signal is aborted", async () => {
  const signals: AbortSignal[] = [];
  const run = (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  expect(await withinDeadline(5, unhurried, run, (why) => why)).toMatch(/^HX195 the fork was not done after 5 ms/);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
