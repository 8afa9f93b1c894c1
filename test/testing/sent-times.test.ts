import fc from "fast-check";
import { expect, test } from "vitest";
import { sentTimes } from "../../harness/testing/tape/sent-times.ts";

const VIRTUAL = 1_000_000;

const times = { startedAtMs: VIRTUAL, firstByteMs: VIRTUAL + 1 };
const served = { provider: 1, number: 1, ...times, lane: null, follows: null, workspace: null };

test("a request that follows a mocked answer within its millisecond comes behind the first byte of that answer", () => {
  const times = sentTimes([
    { startedAtMs: 50, answeredAtMs: 50, served },
    { startedAtMs: 50, answeredAtMs: null, served: null },
  ]);
  expect(times).toEqual([VIRTUAL, VIRTUAL + 1]);
});

test("a request that was sent before the mocked answer began comes before its first byte", () => {
  const times = sentTimes([
    { startedAtMs: 50, answeredAtMs: 60, served: { ...served, firstByteMs: VIRTUAL + 10 } },
    { startedAtMs: 55, answeredAtMs: 70, served: null },
  ]);
  expect(times).toEqual([VIRTUAL, VIRTUAL + 5]);
});

test("the times of requests never go back", () => {
  const gaps = fc.array(fc.record({ gap: fc.nat(20), wait: fc.nat(20), passed: fc.nat(50), isMocked: fc.boolean() }));
  fc.assert(
    fc.property(gaps, (each) => {
      let [real, virtual] = [0, VIRTUAL];
      const entries = each.map(({ gap, wait, passed, isMocked }) => {
        real += gap;
        virtual += passed;
        const times = { startedAtMs: virtual, firstByteMs: virtual + 1 };
        if (isMocked) virtual += 1;
        return { startedAtMs: real, answeredAtMs: real + wait, served: isMocked ? { ...served, ...times } : null };
      });
      const times = sentTimes(entries);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }),
  );
});
