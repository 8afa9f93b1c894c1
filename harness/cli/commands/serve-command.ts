import { epochMs, monotonicMs, startTimer } from "../../io/clock.ts";
import { listenForInterrupt } from "../../io/signals.ts";
import { serveScript } from "../../mock/script/serve-script.ts";
import type { FailedRequest } from "../../kernel/faults/failed-request.ts";
import { renderError } from "../../report/render-error.ts";
import { renderJsonLine } from "../../report/render-json.ts";
import { describeUnknownModel } from "../../verdict/recording/unknown-model.ts";
import { type Command, type Invocation, valueOf } from "../command.ts";
import { failedRequestTeller } from "../failed-request-teller.ts";
import { providerOption } from "../provider-option.ts";
import { rulesOption } from "../rules-option.ts";
import { usageError } from "../usage-error.ts";
import { loadScript } from "./load-script.ts";

/**
 * Serves a script until Ctrl-C, then reports unexpected requests and unused parts of the script. Its first line on stdout is the
 * base URL as JSON, with or without `--json`, because the program that starts it must read that. A request that causes an
 * internal error gets a 500 and is logged; the exit code is 3 then.
 */
export const serveCommand: Command = async (invocation, streams) => {
  const { out, err, errStyle } = streams;
  const script = loadScript(scriptOf(invocation));
  // Clients send and receive times of day; between them the clock must not go back.
  const startMs = epochMs() - monotonicMs();
  const now = (): number => startMs + monotonicMs();
  const clock = { now, tick: now };
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  using _interrupt = listenForInterrupt(() => resolve());
  const failed: FailedRequest[] = [];
  const tell = failedRequestTeller(streams);
  const served = await serveScript(script.value, {
    showPlace: script.showPlace,
    port: portOf(invocation),
    clock,
    startTimer,
    caches: rulesOption(invocation),
    provider: providerOption(invocation),
    onFailedRequest: (request, fault) => {
      failed.push(request);
      tell(request, fault);
    },
    onUnknownModel: (unknown) => err(describeUnknownModel(unknown)),
  });
  out(`${served.line}\n`);
  await asked;
  const faults = await served.close();
  if (invocation.options.has("json")) out(renderJsonLine({ faults: [...failed, ...faults] }));
  else for (const fault of faults) err(renderError(fault, errStyle));
  if (failed.length > 0) return 3;
  return faults.length === 0 ? 0 : 1;
};

function scriptOf(invocation: Invocation): string {
  const script = valueOf(invocation, "script");
  if (script !== null) return script;
  throw usageError("HX504", "serve needs a script", "write --script FILE; a scenario's own file will do");
}

function portOf(invocation: Invocation): number {
  const value = valueOf(invocation, "port") ?? "0";
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw usageError("HX503", `--port takes a number up to 65535, not "${value}"`, "write --port 8080, or leave it out");
}
