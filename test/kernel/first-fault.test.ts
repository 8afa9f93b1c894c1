import { expect, test } from "vitest";
import { errorDocument } from "../../harness/cli/error-document.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import { faultText, firstFault } from "../../harness/kernel/faults/first-fault.ts";

/** What leaves a `using` block whose body and whose end both throw. */
function thrownBy(first: unknown, second: unknown): unknown {
  try {
    using _end = {
      [Symbol.dispose]: () => {
        throw second;
      },
    };
    throw first;
  } catch (thrown) {
    return thrown;
  }
}

test("the message starts with the first error, followed by the later ones", () => {
  const thrown = thrownBy(thrownBy(new Error("no provider"), new Error("not closed")), "not flushed");
  expect(firstFault(thrown)).toMatchObject({ message: "no provider" });
  expect(faultText(thrown)).toBe("no provider (and then: not flushed)");
  expect(faultText("alone")).toBe("alone");
});

test("a user's mistake keeps its code if a later step fails", () => {
  const mistake = new HarnessError({ code: "HX140", what: "no module", fix: "write it", exit: 2 });
  expect(errorDocument(thrownBy(mistake, new Error("not closed")))).toMatchObject({ code: "HX140", what: "no module" });
});

test("a SuppressedError in its compiled form is read like the native one", () => {
  const lowered = Object.assign(new Error(), {
    name: "SuppressedError",
    error: new Error("b"),
    suppressed: new Error("a"),
  });
  expect(faultText(lowered)).toBe("a (and then: b)");
});
