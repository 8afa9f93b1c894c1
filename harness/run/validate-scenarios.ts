import { HarnessError } from "../kernel/harness-error.ts";
import type { ReportedError } from "../kernel/run-result.ts";
import type { RecordedRequest, Scenario } from "../scenario/scenario.ts";
import { chooseExchange } from "./choose-exchange.ts";
import { loadScenarios } from "./load-scenarios.ts";
import { reportError } from "./report-error.ts";
import { makeSourceOpener, type OpenSource } from "./source-opener.ts";

export type Validation = {
  readonly files: number;
  /** Variants. */
  readonly scenarios: number;
  readonly errors: readonly ReportedError[];
};

/** Checks scenarios and every recorded request that they name, without running anything. Tells all that is wrong. */
export function validateScenarios({ paths }: { readonly paths: readonly string[] }): Validation {
  const { files, scenarios, errors } = loadScenarios(paths);
  const found = errors.map(reportError);
  const openSource = makeSourceOpener();
  for (const scenario of scenarios) {
    try {
      checkSources(scenario, openSource);
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      found.push(reportError(error));
    }
  }
  return { files: files.length, scenarios: scenarios.length, errors: found };
}

function checkSources(scenario: Scenario, openSource: OpenSource): void {
  if (scenario.kind === "session") openSource(scenario, scenario.source);
  for (const { source, exchange } of recordedRequests(scenario)) chooseExchange(openSource(scenario, source), exchange);
}

function recordedRequests(scenario: Scenario): readonly RecordedRequest[] {
  switch (scenario.kind) {
    case "pair":
      return [scenario.parent, scenario.child];
    case "fork":
      return scenario.parent === null ? [] : [scenario.parent];
    case "session":
    case "filter":
      return [];
  }
}
