import { expect, test } from "vitest";
import { makePair } from "../../../bench/make-pair.ts";
import { forksInFlight } from "../../../support/forks-in-flight.ts";

test("forks in flight share their parent's bytes: fifty hold less than five copies more", async () => {
  const { parent } = makePair(1024 * 1024, "text", 0);
  // The first loads what sends requests.
  await forksInFlight(1, parent);
  const { arrayBuffers } = await forksInFlight(50, parent);
  expect(arrayBuffers).toBeLessThan(5 * parent.length);
});
