import { expect, it } from "vitest";
import type { InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import { KeptExchanges } from "../../harness/verdict/recording/kept-exchanges.ts";
import { plainExchange } from "../support/plain-exchange.ts";

const plain: InspectedExchange = { ...plainExchange, startedAt: "2026-11-20T09:12:00.123Z" };

function numbered(changes: readonly Partial<InspectedExchange>[]): readonly InspectedExchange[] {
  return changes.map((change, at) => ({ ...plain, id: String(at), conversation: String(at), ...change }));
}

const usage = { read: null, write: 5, fresh: 3, output: 40 };
const odd = numbered([
  {},
  { startedAt: null, parent: "0", relation: "turn" },
  { usage: null, uncounted: "no-answer", countedOver: null },
  { usage },
  { usage: { ...usage, longWrite: null } },
  { usage: { ...usage, longWrite: 5 } },
  { usage: { ...usage, halfDayWrite: 4 } },
  { usage: { ...usage, output: 2 ** 31 } },
  { usage: { ...usage, output: -1 } },
  { usage: { ...usage, output: 0.5 } },
  { unread: "the body of exchange 10 is not JSON" },
  { bill: { usd: 1, pricedUsd: null } },
  { suspected: ["CB901"] },
  { model: "another" },
]);

const ways = [
  { how: "of a lean list", isLean: true },
  { how: "of a whole list", isLean: false },
] as const;

it.each(ways)("the exchanges $how come back as they were kept, in their order", ({ isLean }) => {
  const kept = new KeptExchanges(isLean);
  for (const each of odd) kept.add(each);
  expect([...kept]).toEqual(odd);
});

it.each(ways)("an exchange $how that is judged again replaces the earlier one", ({ isLean }) => {
  const kept = new KeptExchanges(isLean);
  for (const each of odd) kept.add(each);
  kept.replace("1", (earlier) => ({ ...earlier, parent: "3" }));
  kept.replace("10", (earlier) => ({ ...earlier, unread: null, parent: "4" }));
  const changed = odd.map((each) =>
    each.id === "1" ? { ...each, parent: "3" } : each.id === "10" ? { ...each, unread: null, parent: "4" } : each,
  );
  expect([...kept]).toEqual(changed);
});
