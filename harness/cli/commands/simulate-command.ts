import { findModelRule } from "../../cache-model/find-model-rule.ts";
import type { ModelledCache } from "../../cache-model/rules-of.ts";
import { openRecording } from "../../cassette/open-recording.ts";
import type { Simulation, SimulationMode } from "../../kernel/simulation.ts";
import { renderJson } from "../../report/render-json.ts";
import { simulateRecording } from "../../simulate/simulate-recording.ts";
import { type Command, valueOf } from "../command.ts";
import { describeRecording } from "../describe-recording.ts";
import { providerOption } from "../provider-option.ts";
import { rulesOption } from "../rules-option.ts";
import { unknownWord } from "../usage-error.ts";
import type { UnknownModel } from "../../verdict/unknown-model.ts";
import { told } from "./unknown-models.ts";

/** What the cache models predict, beside what the providers reported. A look, not a gate: a wrong prediction does not fail it. */
export const simulateCommand: Command = async (invocation, { out, err, outStyle }) => {
  const [source = ""] = invocation.positionals;
  const mode = modeOf(valueOf(invocation, "mode") ?? "upper");
  const caches = rulesOption(invocation);
  const recording = openRecording(source);
  err(describeRecording(recording));
  const simulation = simulateRecording(recording, {
    provider: providerOption(invocation),
    anchored: !invocation.options.has("uncalibrated"),
    mode,
    caches,
  });
  for (const line of told(takenFor(simulation, caches), invocation.options.has("strict"))) err(line);
  if (invocation.options.has("json")) out(renderJson(simulation));
  else {
    const { renderSimulate } = await import("../../report/render-simulate.ts");
    out(renderSimulate(simulation, outStyle));
  }
  return 0;
};

/** Once a model: whose row answers for it. */
function takenFor(simulation: Simulation, caches: readonly ModelledCache[]): readonly UnknownModel[] {
  return simulation.summary.unknownModels.map((model) => {
    const provider = simulation.exchanges.find((exchange) => exchange.model === model)?.provider ?? "";
    const own = caches.filter(({ rules }) => rules.provider === provider);
    const nearest = own.map(({ rules }) => findModelRule(rules, model).nearest).find((family) => family !== null);
    return { model, nearest: nearest ?? null };
  });
}

function modeOf(given: string): SimulationMode {
  if (given === "upper" || given === "lag") return given;
  throw unknownWord("HX503", "mode", given, ["upper", "lag"], "say upper or lag");
}
