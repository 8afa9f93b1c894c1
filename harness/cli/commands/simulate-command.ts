import { whatIf } from "../../incidents/what-if.ts";
import { maskSecrets } from "../../run/mask-secrets.ts";
import type { SimulationMode } from "../../kernel/simulation.ts";
import { renderJson } from "../../report/render-json.ts";
import { inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import { openSources } from "../../sources/open-sources.ts";
import { simulateRecording } from "../../simulate/simulate-recording.ts";
import { type Command, valueOf } from "../command.ts";
import { describeExcluded } from "../describe-recording.ts";
import { fixesOption } from "../inspecting/fixes-option.ts";
import { idleFixes } from "../inspecting/idle-fixes.ts";
import { printNotes } from "../print-notes.ts";
import { providerOption } from "../provider-option.ts";
import { reportFault } from "../report-fault.ts";
import { rulesOption } from "../rules-option.ts";
import { describeSources } from "../sources/describe-sources.ts";
import { maxDamagedOption } from "../sources/max-damaged-option.ts";
import { unknownWord } from "../usage-error.ts";
import { withPrices } from "../inspecting/with-prices.ts";
import { warnUnknownModels } from "./unknown-models.ts";

/**
 * The counters that the cache models predict, with those that the providers reported. A report, not a gate: a wrong prediction
 * does not fail it.
 */
export const simulateCommand: Command = async (invocation, streams) => {
  const { out, err, outStyle, errStyle } = streams;
  const mode = modeOf(valueOf(invocation, "timing") ?? "best");
  const caches = rulesOption(invocation);
  const provider = providerOption(invocation);
  const maxDamaged = maxDamagedOption(invocation);
  const fixed = fixesOption(invocation);
  const check = { provider, caches, strict: invocation.options.has("fail-on-unknown-model") };
  using sources = await openSources(invocation.positionals);
  const { recording } = sources;
  if (fixed !== null) {
    const options = { caches, fixes: fixed.fixes, passesBroken: true, ...(provider === null ? {} : { provider }) };
    const judged = sources.allowingDamage(maxDamaged, () => inspectRecording(recording, options));
    const document = whatIf(await withPrices(judged), fixed.codes);
    const idle = idleFixes(document, judged);
    for (const line of describeSources(sources.describe(), errStyle)) err(line);
    printNotes(warnUnknownModels(recording, judged.exchanges, check), streams);
    printNotes(idle?.kind === "in part" ? [idle.note] : [], streams);
    if (invocation.options.has("json")) out(renderJson(document));
    else out((await import("../../report/render-what-if.ts")).renderWhatIf(document, outStyle));
    if (idle?.kind !== "wholly") return 0;
    reportFault(idle.fault, false, streams);
    return 2;
  }
  const simulation = sources.allowingDamage(maxDamaged, () =>
    simulateRecording(recording, {
      provider,
      anchored: !invocation.options.has("estimates-only"),
      mode,
      caches,
      passesBroken: true,
    }),
  );
  for (const line of describeSources(sources.describe(), errStyle)) err(line);
  const faults = simulation.exchanges.flatMap(({ fault }) => fault ?? []);
  printNotes(
    faults.map((fault) => `set apart: ${maskSecrets(fault)}`),
    streams,
  );
  const scripted = simulation.exchanges.filter(({ setApart }) => setApart === "scripted usage").length;
  printNotes(describeExcluded(recording, scripted), streams);
  printNotes(warnUnknownModels(recording, simulation.exchanges, check), streams);
  if (invocation.options.has("json")) out(renderJson(simulation));
  else {
    const { renderSimulate } = await import("../../report/render-simulate.ts");
    out(renderSimulate(simulation, outStyle));
  }
  return 0;
};

/** The same recording without some of its causes. */
function modeOf(timing: string): SimulationMode {
  if (timing === "best") return "upper";
  if (timing === "delayed") return "lag";
  throw unknownWord("HX503", "timing", timing, ["best", "delayed"], "write --timing best or --timing delayed");
}
