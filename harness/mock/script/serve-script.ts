import type { ProviderCache } from "../../providers/provider.ts";
import type { Clock } from "../serve/clock.ts";
import type { MockFault } from "./fault.ts";
import { createMockProvider, type MockProvider } from "../mock-provider.ts";
import type { MockOptions } from "../provider-handler.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { parseScript, type ShowPlace } from "./parse-script.ts";
import { wholeScript } from "./script-place.ts";
import type { FailedRequestListener } from "../../kernel/faults/failed-request.ts";
import { onlyLoopbackHosts } from "../serve/loopback-hosts.ts";
import { serveLoopback } from "../serve/via-loopback.ts";

/** A script that is being served. */
export type ServedScript = {
  readonly baseUrl: string;
  /** One line of JSON for stdout: `{"baseUrl":"http://127.0.0.1:…"}`. */
  readonly line: string;
  readonly provider: MockProvider;
  /** Stops serving; answers with what the script did not foresee or was not asked for. */
  readonly close: () => Promise<readonly MockFault[]>;
};

export type ServeOptions = ScriptedOptions & {
  /** 0 for any free one. */
  readonly port: number;
  /** Called for each request on which the mocked provider itself failed; without it `close` throws the first such error. */
  readonly onFailedRequest?: FailedRequestListener;
};

export type ScriptedOptions = {
  readonly clock: Clock;
  /** The caches that answer; by default those we model. */
  readonly caches?: readonly ProviderCache[];
  /** Who answers where a request does not say it; by default the model's name decides. */
  readonly provider?: string | null;
  /** Called once for each model without rules. */
  readonly onUnknownModel?: MockOptions["onUnknownModel"];
  /** Where a part of the script stands in its file; by default messages name the part alone. */
  readonly showPlace?: ShowPlace;
  /** For answers that wait; without it they do not. */
  readonly startTimer?: (delayMs: number, fire: () => void) => void;
};

/**
 * Serves a parsed script file (its `script` member, or the whole) on loopback. A request for another host is refused.
 *
 * @throws HarnessError HX141 for the script, HX401 and HX402 for the port
 */
export async function serveScript(script: unknown, options: ServeOptions): Promise<ServedScript> {
  const provider = await scriptedProvider(script, options);
  const server = await serveLoopback(onlyLoopbackHosts(provider), options.port, options.onFailedRequest ?? null);
  return {
    baseUrl: server.baseUrl,
    line: JSON.stringify({ baseUrl: server.baseUrl }),
    provider,
    close: async () => {
      await server.close();
      return provider.finish();
    },
  };
}

/** The mocked provider of a script, without a transport. @throws HarnessError HX141 for the script */
export async function scriptedProvider(
  script: unknown,
  { clock, caches, provider: named, onUnknownModel, showPlace, startTimer = (_, fire) => fire() }: ScriptedOptions,
): Promise<MockProvider> {
  const parsed = parseScript(script, showPlace);
  if ([...parsed.lanes.values()].every((steps) => steps.length === 0)) throw noAnswer(showPlace);
  const provider = await createMockProvider({
    script: parsed,
    clock,
    ...(caches && { caches }),
    ...(typeof named === "string" && { provider: named }),
    ...(onUnknownModel && { onUnknownModel }),
  });
  provider.gates.onHold((gate) => {
    const waitMs = parsed.waits?.get(gate);
    if (waitMs !== undefined) startTimer(waitMs, () => provider.gates.open(gate));
  });
  return provider;
}

/** Every request would be refused as unforeseen. */
function noAnswer(showPlace: ShowPlace = ({ name }) => name): HarnessError {
  return new HarnessError({
    code: "HX141",
    what: "script has no step, so no request can be answered",
    where: showPlace(wholeScript, "value"),
    fix: 'Write at least one answer, such as { "parent": [{ "text": "Done." }] }.',
    exit: 2,
  });
}
