import type { RecordedExchange, Source } from "../../cassette/recorded-exchange.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { Simulation } from "../../kernel/simulation.ts";
import { simulateRecording } from "../../simulate/simulate-recording.ts";
import { checkOptions, describe, misuse, withFix } from "../misuse.ts";
import { checkProvider } from "./check-provider.ts";
import { type Inspectable, recordingOf } from "./inspect.ts";

export type SimulateOptions = {
  /** The provider whose cache rules apply. Default: derived from host, model and wire format. */
  readonly provider?: string;
  /** `best`: an entry can be read at once; `delayed`: after its response began. Default: `best`. */
  readonly timing?: "best" | "delayed";
  /** Ignores reported totals: lengths are estimated from the text alone. Default: false. */
  readonly estimatesOnly?: boolean;
};

/**
 * The document of `forkproof simulate --json`: tokens that the provider's cache would read and write for each request, by our
 * model of its rules.
 *
 * @throws HarnessError HX541 and HX542 for wrong arguments, HX543 without a request, HX250 for a body that is not JSON
 */
export function simulate(source: Inspectable, options: SimulateOptions = {}): Simulation {
  checkOptions("simulate", options, ["provider", "timing", "estimatesOnly"]);
  checkProvider("simulate", options.provider);
  const { provider = null, timing = "best", estimatesOnly = false } = options;
  if (timing !== "best" && timing !== "delayed") {
    throw misuse("HX541", `simulate: unknown timing ${describe(timing)}`, 'pass timing: "best" or timing: "delayed"');
  }
  const recording = recordingOf("simulate", source);
  if (recording.ids.length === 0) {
    throw misuse("HX543", `simulate: ${recording.name} holds no request`, "send requests through the tape first");
  }
  const played: Source = { ...recording, load: (id) => asRecorded(recording.load(id)) };
  const mode = timing === "best" ? "upper" : "lag";
  return withFix(() => simulateRecording(played, { provider, anchored: !estimatesOnly, mode }));
}

/** An exchange that came from elsewhere says nothing of how it was recorded. */
function asRecorded(exchange: Exchange): RecordedExchange {
  const unknown = { dialect: null, provider: null, chunks: null, socket: null, outcome: null, redacted: null };
  return { ...unknown, encoded: { request: null, response: null }, ...exchange, usage: null };
}
