import { pluralize } from "../../../kernel/text/format-count.ts";
import type { MockFault } from "../../../mock/script/fault.ts";
import { whyUnanswered } from "../../../verdict/costs/why-unanswered.ts";
import { placeInProcess } from "../activity.ts";
import type { ExchangeSource } from "../exchange-source.ts";
import type { TapeLog } from "../tape-log.ts";

type Holder = Pick<TapeLog, "exchanges">;

/** The tapes over each mocked provider. */
const tapes = new WeakMap<ExchangeSource, Set<Holder>>();

export function keepFor(mock: ExchangeSource, tape: Holder): void {
  tapes.set(mock, (tapes.get(mock) ?? new Set()).add(tape));
}

/**
 * A mocked provider sees all its requests, also those of other threads and processes. One that it answered and that no tape holds with
 * these bytes is missing from all assertions on tapes. A tape answers for the requests after the first `from` of this process.
 */
export function bypassedFaults(mock: ExchangeSource, from: number, to: number): readonly MockFault[] {
  const answered = mock.exchanges().filter((each) => {
    const place = placeInProcess(mock, each.id);
    return place > from && place <= to && each.response !== null && whyUnanswered(each) === null;
  });
  const held = new Set([...(tapes.get(mock) ?? [])].flatMap(({ exchanges }) => exchanges().map(keyOf)));
  const bypassed = answered.filter((each) => !held.has(keyOf(each)));
  if (bypassed.length === 0) return [];
  const count = `${bypassed.length} of ${pluralize(answered.length, "request")}`;
  const what = `${count} that the mocked provider answered did not pass through a tape with the same bytes.`;
  return [{ code: "HX543", what, where: "the tape", fix: FIX }];
}

function keyOf({ request }: { readonly request: Buffer }): string {
  return request.toString("latin1");
}

const FIX =
  "Give every client tape.fetch, without a function between tape and provider that changes bodies; or assert on the mocked provider, which keeps every request.";
