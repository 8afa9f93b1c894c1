import { openRecording } from "../cassette/open-recording.ts";
import { listFolder, statKind } from "../io/files/disk.ts";
import type { Exchange, Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { ReportedError } from "../kernel/run-result.ts";
import { expectedOf } from "../scenario/expectations/expectation.ts";
import { providerReason } from "../scenario/expectations/provider-reason.ts";
import type { RecordedRequest, Scenario } from "../scenario/scenario.ts";
import { checkBody } from "../verdict/check-body.ts";
import { checkSaidParents } from "../verdict/recording/check-said-parents.ts";
import { checkProviderAsked } from "./check-provider-asked.ts";
import { chooseExchange } from "./choose-exchange.ts";
import { checkSchemas } from "./evals/check-schemas.ts";
import { findScorers } from "./evals/find-scorers.ts";
import { findModule } from "./fork/choose-subject.ts";
import { type LoadedFiles, loadScenarios } from "./load-scenarios.ts";
import { reportError } from "./job/report-error.ts";
import { makeSourceOpener, type OpenSource } from "./source-opener.ts";

export type Validation = {
  /** Scenario files. */
  readonly files: number;
  readonly cassettes: number;
  /** Variants. */
  readonly scenarios: number;
  readonly errors: readonly ReportedError[];
  /** A line for each key that has a new name. */
  readonly deprecations: readonly string[];
};

/**
 * Checks scenarios with every recorded request that they name, and cassettes with every body in them, without running
 * anything. Reports every error.
 */
export function validateScenarios({ paths }: { readonly paths: readonly string[] }): Validation {
  const cassettes = paths.flatMap((path) => cassettesUnder(path));
  const others = paths.filter((path) => !cassettes.some((cassette) => cassette === path));
  const { files, scenarios, errors, deprecations } = others.length === 0 ? NONE : loadScenarios(others);
  const found = errors.map(reportError);
  const openSource = makeSourceOpener();
  for (const cassette of cassettes) tell(found, () => checkBodies(openRecording(cassette)));
  for (const scenario of scenarios) {
    tell(found, () => checkSources(scenario, openSource));
    tell(found, () => checkReplayed(scenario, openSource));
  }
  return { files: files.length, cassettes: cassettes.length, scenarios: scenarios.length, errors: found, deprecations };
}

const NONE: LoadedFiles = { files: [], scenarios: [], errors: [], deprecations: [] };

function tell(found: ReportedError[], check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    found.push(reportError(error));
  }
}

/** The folder itself where it is a cassette, and each cassette below it. */
function cassettesUnder(path: string): readonly string[] {
  if (statKind(path) !== "folder") return [];
  if (statKind(`${path}/cassette.yaml`) === "file") return [path];
  return listFolder(path).flatMap(({ name, kind }) => (kind === "folder" ? cassettesUnder(`${path}/${name}`) : []));
}

function checkBodies(recording: Recording): void {
  for (const id of recording.ids) checkRequest(recording.load(id));
}

/** A request that was not kept whole cannot be judged. An upgrade to a socket has no body. */
function checkRequest(exchange: Exchange): void {
  if (exchange.request.length > 0) checkBody(exchange);
}

function checkSources(scenario: Scenario, openSource: OpenSource): void {
  if (scenario.kind === "session") checkSaidParents(openSource(scenario, scenario.source), scenario.parentOf);
  if (scenario.kind === "fork") {
    findModule(scenario);
    findScorers(scenario);
    checkSchemas(scenario);
  }
  for (const { source, exchange } of recordedRequests(scenario)) {
    checkRequest(chooseExchange(openSource(scenario, source), exchange));
  }
  checkAsked(scenario, openSource);
}

/** The recording that answers in a replay, where it is not the parent's own: it is replayed whole, or those that are named. */
function checkReplayed(scenario: Scenario, openSource: OpenSource): void {
  if (scenario.kind !== "fork" || scenario.provider.mode !== "replay") return;
  const { cassette, exchanges } = scenario.provider.replay;
  if (cassette === null) return;
  const recording = openSource(scenario, cassette);
  for (const id of exchanges ?? recording.ids) checkRequest(recording.load(id));
}

/** The request that a provider's own reason would answer. */
function checkAsked(scenario: Scenario, openSource: OpenSource): void {
  if (scenario.kind !== "pair" && scenario.kind !== "fork") return;
  const named = scenario.kind === "pair" ? scenario.child : scenario.parent;
  if (expectedOf(scenario.expect, providerReason) !== null && named !== null)
    checkProviderAsked(scenario, chooseExchange(openSource(scenario, named.source), named.exchange));
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
