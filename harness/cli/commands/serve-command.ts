import { epochMs, monotonicMs, startTimer } from "../../io/clock.ts";
import { endingSignals } from "../../io/held-signals.ts";
import { listenForInterrupt } from "../../io/signals.ts";
import { scriptedProvider, type ServedScript, type ServeOptions, serveScript } from "../../mock/script/serve-script.ts";
import type { FailedRequest } from "../../kernel/faults/failed-request.ts";
import { renderError } from "../../report/render-error.ts";
import { maskStrings } from "../../run/mask-secrets.ts";
import { renderJsonLine } from "../../report/render-json.ts";
import { describeUnknownModel } from "../../verdict/recording/unknown-model.ts";
import { type Command, type Invocation, valueOf } from "../command.ts";
import { failedRequestTeller } from "../failed-request-teller.ts";
import { portOption } from "../recording/port-option.ts";
import { providerOption } from "../provider-option.ts";
import { rulesOption } from "../rules-option.ts";
import { usageError } from "../usage-error.ts";
import { type LoadedScript, loadScript, readScript } from "./load-script.ts";

/**
 * Serves a script until Ctrl-C or the signal of `kill`, then reports unexpected requests and unused parts of the script. Its first line on stdout is the
 * base URL as JSON, with or without `--json`, because the program that starts it must read that. A request that causes an
 * internal error gets a 500 and is logged; the exit code is 3 then.
 */
export const serveCommand: Command = async (invocation, streams) => {
  const { out, err, errStyle } = streams;
  const script = scriptOf(invocation);
  // Clients send and receive times of day; between them the clock must not go back.
  const startMs = epochMs() - monotonicMs();
  const now = (): number => startMs + monotonicMs();
  const clock = { now, tick: now };
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  using _interrupt = listenForInterrupt(() => resolve(), endingSignals);
  const failed: FailedRequest[] = [];
  const tell = failedRequestTeller(streams);
  const options: ServingOptions = {
    port: portOption(invocation) ?? 0,
    clock,
    startTimer,
    caches: rulesOption(invocation),
    provider: providerOption(invocation),
    onFailedRequest: (request, fault) => {
      failed.push(request);
      tell(request, fault);
    },
    onUnknownModel: (unknown) => err(describeUnknownModel(unknown)),
  };
  const served = await (invocation.options.has("control")
    ? serveControl(script, options)
    : serveScript(...scriptOptions(script, options)));
  out(`${served.line}\n`);
  await asked;
  const faults = maskStrings(await served.close());
  if (invocation.options.has("json")) out(renderJsonLine({ faults: [...maskStrings(failed), ...faults] }));
  else for (const fault of faults) err(renderError(fault, errStyle));
  if (failed.length > 0) return 3;
  return faults.length === 0 ? 0 : 1;
};

type ServingOptions = ServeOptions & Required<Pick<ServeOptions, "onFailedRequest">>;

/** Loaded only where it is asked for: it joins the judge and the mocked provider. */
async function serveControl(script: LoadedScript | null, options: ServingOptions): Promise<Served> {
  const { serveCases } = await import("../../testing/control/serve-cases.ts");
  const usual = script === null ? null : await scriptedProvider(...scriptOptions(script, options));
  return serveCases({ ...options, usual, readScript });
}

type Served = Pick<ServedScript, "line" | "close">;

function scriptOptions(script: LoadedScript | null, options: ServingOptions): [unknown, ServingOptions] {
  if (script !== null) return [script.value, { ...options, showPlace: script.showPlace }];
  throw usageError("HX504", "serve needs a script", "write --script FILE; a scenario's own file will do");
}

/** Null with `--control` alone: each case brings a script of its own then. */
function scriptOf(invocation: Invocation): LoadedScript | null {
  const file = valueOf(invocation, "script");
  return file === null ? null : loadScript(file);
}
