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

test.each([
  ["an empty object", {}, "it threw an object without members (Object), not an Error"],
  ["an object with members", { status: 500 }, 'it threw {"status":500}, not an Error'],
  ["a map", new Map([[1, 2]]), "it threw an object without members (Map), not an Error"],
  [
    "an object whose message is an object",
    { message: {} },
    "it threw an object without members (Object), not an Error",
  ],
  ["an error whose message is an object", Object.assign(said(""), { message: { code: 7 } }), '{"code":7}'],
  ["an error whose message is missing", Object.assign(said(""), { message: undefined }), "undefined"],
  ["a text", "no", 'it threw "no", not an Error'],
  ["null", null, "it threw null, not an Error"],
])("%s that a module throws is described in words", (_what, thrown, text) => {
  expect(describeThrown(thrown, "/")).toBe(text);
});
