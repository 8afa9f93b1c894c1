import { expect, test } from "vitest";
import { observedRatio } from "../../harness/wires/shared/usage/observed-ratio.ts";

test("counters that read more than the whole prompt give no ratio", () => {
  const usage = { read: 900, write: 0, fresh: -500, output: 5 };
  expect(observedRatio(usage, "openai-chat")).toBeNull();
  expect(observedRatio({ ...usage, fresh: 100 }, "openai-chat")).toBe(0.9);
});
