import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { priced, pricedLean } from "../../harness/money/priced-inspection.ts";
import { inspectLean } from "../../harness/verdict/recording/inspect-recording.ts";

const broken = "fixtures/cassettes/breaks-of-tools";

test("the exchanges of a long log have their own prices each time that its list is gone through, also by two readers at once", () => {
  const inspection = inspectLean(openRecording(broken));
  const expected = [...inspection.exchanges].map((each) => priced(each));
  expect(expected.filter(({ breakCost }) => (breakCost?.usd ?? null) !== null).length).toBeGreaterThan(1);
  const { exchanges } = pricedLean(inspection);
  const [one, other] = [exchanges[Symbol.iterator](), exchanges[Symbol.iterator]()];
  for (const each of expected) {
    expect(one.next().value).toEqual(each);
    expect(other.next().value).toEqual(each);
  }
  expect([...exchanges]).toEqual(expected);
});
