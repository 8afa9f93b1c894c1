import { type LoadedScenario, makeScenarioLoader } from "../../harness/scenario/load-scenario.ts";
import type { Scenario } from "../../harness/scenario/scenario.ts";
import type { Vocabulary } from "../../harness/scenario/vocabulary.ts";

/** A few words of each list; the whole lists are other parts' business. */
export const vocabulary: Vocabulary = {
  findings: new Map([
    ["CB202", "CB202"],
    ["tool-removed", "CB202"],
    ["CB302", "CB302"],
    ["system-timestamp", "CB302"],
    ["CB311", "CB311"],
    ["CB602", "CB602"],
    ["CB703", "CB703"],
    ["CB903", "CB903"],
    ["CB900", "CB900"],
    ["first-turn-ratio-low", "CB900"],
  ]),
  providers: ["anthropic", "openai"],
  strategies: [
    "pass-through",
    "placeholder-results",
    "append-tool-result",
    "snapshot-query",
    "last-n-turns",
    "qwen-history",
    "sanitized-history",
  ],
};

const load = makeScenarioLoader(vocabulary);

export function loadText(text: string | Uint8Array): LoadedScenario {
  return load("cases/a.yaml", typeof text === "string" ? Buffer.from(text) : text);
}

/** The variants of a file that has no fault. */
export function variantsOf(text: string): readonly Scenario[] {
  const loaded = loadText(text);
  if (loaded.kind === "refused") throw new Error(faultsOf(text));
  return loaded.variants;
}

/** Everything that is wrong with a file, as its author reads it. */
export function faultsOf(text: string | Uint8Array): string {
  const loaded = loadText(text);
  if (loaded.kind === "loaded") return "no fault";
  return loaded.errors
    .map(({ code, message, where, fix, exit }) => `${code} ${message}\n  at ${where}\n  ${fix} (exit ${exit})`)
    .join("\n");
}
