import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import { estimatorErrors, quantile } from "./estimator-error.ts";
import { findRecordings } from "./find-recordings.ts";
import { allPrompts, playRecordings } from "./play-recordings.ts";

const folder = resolve("../shared/ground-truth");
const isThere = existsSync(folder);
if (!isThere)
  console.warn("Skipped: ../shared/ground-truth is not beside this checkout, so no recorded length is compared.");

const MEDIAN = 0.02;
const TAIL = 0.08;

test.skipIf(!isThere).each([true, false])(
  "rates that were fitted without a repository estimate its prompts within the bounds (counting by a tokenizer: %s)",
  (tokenize) => {
    const { prompts } = allPrompts(playRecordings(findRecordings(folder) ?? []).played);
    const errors = estimatorErrors(prompts, tokenize).flatMap(({ misses }) => (misses ?? []).map(({ error }) => error));
    expect(errors.length).toBeGreaterThan(400);
    expect(quantile(errors, 0.5)).toBeLessThan(MEDIAN);
    expect(quantile(errors, 0.9)).toBeLessThan(TAIL);
  },
);

test.skipIf(!isThere)(
  "a simulation without anchors predicts the lengths of all scored exchanges within the bounds",
  () => {
    const errors = (findRecordings(folder) ?? []).flatMap(({ path }) => {
      const options = { provider: null, anchored: false, mode: "upper" } as const;
      const { exchanges } = simulateRecording(openRecording(path), options);
      return exchanges.flatMap(({ predicted, recorded, setApart }) => {
        const [found, told] = [predicted?.total ?? 0, recorded?.total ?? 0];
        return setApart === null && found > 0 && told > 0 ? [Math.abs(found / told - 1)] : [];
      });
    });
    expect(errors.length).toBeGreaterThan(400);
    expect(quantile(errors, 0.5)).toBeLessThan(MEDIAN);
    expect(quantile(errors, 0.9)).toBeLessThan(TAIL);
  },
);
