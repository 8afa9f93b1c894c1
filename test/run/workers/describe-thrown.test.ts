import { expect, test } from "vitest";
import { describeThrown } from "../../../harness/run/fork/modules/worker/describe-thrown.ts";

/** As Node makes it when the end of a `using` block throws, too. */
function suppressed(error: unknown, first: unknown): Error {
  return Object.assign(new Error("An error was suppressed during disposal."), {
    name: "SuppressedError",
    error,
    suppressed: first,
  });
}

function said(message: string): Error {
  return Object.assign(new Error(message), { stack: undefined });
}

test("a module's first error comes before the one that followed when its block ended", () => {
  const thrown = suppressed(said("the pool is closed"), said("the fork's own mistake"));
  expect(describeThrown(thrown, "/")).toBe("the fork's own mistake; then, when the block ended: the pool is closed");
  expect(describeThrown(suppressed(thrown, said("the very first")), "/")).toBe(
    "the very first; then, when the block ended: the fork's own mistake",
  );
});

test("an error that holds itself is described, and the description ends", () => {
  const circular = suppressed(null, null);
  Object.assign(circular, { suppressed: circular, error: circular, stack: undefined });
  expect(describeThrown(circular, "/")).toBe("An error was suppressed during disposal.");
});
