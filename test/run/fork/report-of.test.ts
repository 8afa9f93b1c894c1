import { expect, test } from "vitest";
import { reportOf } from "../../../harness/run/fork/report-of.ts";

const ended = {
  stop: { cause: "completed" },
  finalText: "Done.",
  decisions: [],
  sharedEnd: null,
  parentPrefix: { asSent: true },
} as const;
const strategy = { expectedSharedEnd: "parent-request" };

test("a handle of a finished run is reported with its end", async () => {
  const handle = { takeCompletion: () => Promise.resolve(ended), abort: () => {} };
  expect(await reportOf(handle, strategy)).toMatchObject({ stop: "completed", output: "Done.", error: null });
});

test("a handle whose run continues is reported as an error, and its run is aborted and awaited", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof ended>();
  const order: string[] = [];
  const abort = (): void => {
    order.push("aborted");
    setImmediate(() => {
      order.push("ended");
      resolve(ended);
    });
  };
  const report = await reportOf({ takeCompletion: () => promise, abort }, strategy);
  expect(report).toMatchObject({ stop: "error", error: "fork() in mode Sync resolved before its run was over" });
  expect(order).toEqual(["aborted", "ended"]);
});
