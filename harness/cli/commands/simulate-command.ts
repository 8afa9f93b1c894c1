import { openRecording } from "../../cassette/open-recording.ts";
import type { SimulationMode } from "../../kernel/simulation.ts";
import { renderJson } from "../../report/render-json.ts";
import { simulateRecording } from "../../simulate/simulate-recording.ts";
import { type Command, valueOf } from "../command.ts";
import { describeRecording, describeSetAside } from "../describe-recording.ts";
import { providerOption } from "../provider-option.ts";
import { rulesOption } from "../rules-option.ts";
import { unknownWord } from "../usage-error.ts";
import { warnUnknownModels } from "./unknown-models.ts";

/**
 * The counters that the cache models predict, with those that the providers reported. A report, not a gate: a wrong prediction
 * does not fail it.
 */
export const simulateCommand: Command = async (invocation, { out, err, outStyle }) => {
  const [source = ""] = invocation.positionals;
  const mode = modeOf(valueOf(invocation, "timing") ?? "best");
  const caches = rulesOption(invocation);
  const provider = providerOption(invocation);
  const recording = openRecording(source);
  err(describeRecording(recording));
  const simulation = simulateRecording(recording, {
    provider,
    anchored: !invocation.options.has("estimates-only"),
    mode,
    caches,
    passesBroken: true,
  });
  for (const { fault } of simulation.exchanges) if (fault !== undefined) err(`set apart: ${fault}\n`);
  const scripted = simulation.exchanges.filter(({ setApart }) => setApart === "scripted usage").length;
  for (const line of describeSetAside(recording, scripted)) err(line);
  const check = { provider, caches, strict: invocation.options.has("fail-on-unknown-model") };
  for (const line of warnUnknownModels(recording, simulation.exchanges, check)) err(line);
  if (invocation.options.has("json")) out(renderJson(simulation));
  else {
    const { renderSimulate } = await import("../../report/render-simulate.ts");
    out(renderSimulate(simulation, outStyle));
  }
  return 0;
};

function modeOf(timing: string): SimulationMode {
  if (timing === "best") return "upper";
  if (timing === "delayed") return "lag";
  throw unknownWord("HX503", "timing", timing, ["best", "delayed"], "write --timing best or --timing delayed");
}
