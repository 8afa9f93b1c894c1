import { DEFAULT_GATE, type GateConfig, parseGateConfig } from "../../../gate/gate-config.ts";
import { readBytes, statKind } from "../../../io/files/disk.ts";
import { makeVocabulary } from "../../../run/vocabulary.ts";
import { maxScenarioBytes } from "../../../scenario/load-scenario.ts";

/** The settings in the file of `--config`, or in gate.yaml if there is one. Throws HX1 for a mistake, HX511 to HX515 for a file that cannot be read. */
export function loadGateConfig(path: string | null): GateConfig {
  if (path === null && statKind(DEFAULT_PATH) === "missing") return DEFAULT_GATE;
  const file = path ?? DEFAULT_PATH;
  return parseGateConfig(file, readBytes(file, maxScenarioBytes), makeVocabulary());
}

const DEFAULT_PATH = "gate.yaml";
