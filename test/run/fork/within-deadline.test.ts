import { expect, test } from "vitest";
import { withinDeadline } from "../../../harness/run/fork/within-deadline.ts";

const unhurried = new AbortController().signal;

test("a subject that is late is refused, and hears of it by its signal", async () => {
  const signals: AbortSignal[] = [];
  const late = withinDeadline(5, "module x", unhurried, (signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  await expect(late).rejects.toMatchObject({ code: "HX195", where: "module x" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
