import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import type { Recorder } from "../../harness/record/recorder.ts";

/** The one exchange of a recorder. */
export function only(recorder: Recorder): RecordedExchange {
  const [exchange, ...others] = recorder.exchanges();
  if (exchange === undefined || others.length > 0) throw new Error(`${others.length + 1} exchanges`);
  return exchange;
}
