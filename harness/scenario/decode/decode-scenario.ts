import type { SaidParent } from "../../kernel/roots/said-parent.ts";
import { decodeDecisionCase, decodeFilter } from "./decode-filter.ts";
import { decodeForkExpectation, decodePairExpectation, decodeSessionExpectation } from "./decode-expectation.ts";
import { decodeFork } from "./decode-fork.ts";
import { decodeProvider } from "./decode-provider.ts";
import type { Path } from "../shape/fault.ts";
import { parseDuration } from "./parse-duration.ts";
import type { ExchangeFile, ScenarioFile } from "../scenario-file.ts";
import type { ExchangeChoice, MovesPrefix, RecordedRequest, Scenario, Variant } from "../scenario.ts";
import type { Vocabulary } from "../vocabulary.ts";

/** Where a scenario was read, and which variant of it this is. */
export type Origin = {
  readonly file: string;
  readonly place: string;
  readonly variant: Variant;
  /** `file:line:column` of the key at a path. */
  readonly placeOf: (path: Path) => string;
};

/** Fills in the defaults of a scenario that the schema has accepted. */
export function decodeScenario(written: ScenarioFile, origin: Origin, vocabulary: Vocabulary): Scenario {
  const { parent, fork, session, filter, decisions, expect = {} } = written;
  const shared = decodeCase(written, origin);
  const judged = { provider: written.provider?.name ?? null, movesPrefix: decodeMove(written.movesPrefix) };

  if (session !== undefined) {
    const { source } = session;
    const parentOf = decodeParents(session.parentOf ?? {}, origin);
    const expected = decodeSessionExpectation(expect, vocabulary);
    return { ...shared, ...judged, kind: "session", source, parentOf, expect: expected };
  }
  if (fork?.recorded !== undefined && parent !== undefined) {
    return {
      ...shared,
      ...judged,
      kind: "pair",
      parent: decodeRequest(parent),
      child: decodeRequest({ source: parent.source, ...fork.recorded }),
      at: written.at ?? null,
      expect: decodePairExpectation(expect, vocabulary),
    };
  }
  if (fork !== undefined) {
    return {
      ...shared,
      kind: "fork",
      parent: parent === undefined ? null : decodeRequest(parent),
      fork: decodeFork(fork),
      provider: decodeProvider(written.provider ?? {}),
      movesPrefix: judged.movesPrefix,
      expect: decodeForkExpectation(expect, vocabulary),
    };
  }
  if (filter !== undefined && decisions !== undefined) {
    return { ...shared, kind: "filter", filter: decodeFilter(filter), decisions: decisions.map(decodeDecisionCase) };
  }
  throw new Error("the schema let a scenario of no kind through");
}

function decodeCase({ name, tags = [], only, skip, timeout }: ScenarioFile, { file, place, variant }: Origin) {
  const choices = Object.entries(variant).map(([axis, value]) => `${axis}=${value}`);
  return {
    id: choices.length === 0 ? name : `${name} [${choices.join(", ")}]`,
    name,
    file,
    place,
    variant,
    tags,
    only: only?.reason ?? null,
    skip: skip?.reason ?? null,
    timeoutMs: timeout === undefined ? null : parseDuration(timeout),
  };
}

function decodeMove(written: ScenarioFile["movesPrefix"]): MovesPrefix | null {
  return written === undefined ? null : { reason: written.reason, at: written.at ?? null };
}

function decodeRequest(request: { readonly source: string; readonly exchange: ExchangeFile }): RecordedRequest {
  return { source: request.source, exchange: decodeExchange(request.exchange) };
}

function decodeParents(
  parentOf: Readonly<Record<string, string | number>>,
  { placeOf }: Origin,
): readonly SaidParent[] {
  return Object.entries(parentOf).map(([child, parent]) => ({
    child,
    parent: String(parent),
    where: placeOf(["session", "parentOf", child]),
  }));
}

function decodeExchange(exchange: ExchangeFile): ExchangeChoice {
  if (typeof exchange === "object") return { by: "place", ...exchange };
  // Ids of traffic files are numbers, and YAML reads a bare one as such.
  return exchange === "last" ? { by: "last" } : { by: "id", id: String(exchange) };
}
