import type { FilePosition } from "../../kernel/run-result.ts";
import type { SaidParent } from "../../kernel/roots/said-parent.ts";
import { decodeDecisionCase, decodeFilter } from "./decode-filter.ts";
import { divergence } from "../expectations/divergence.ts";
import {
  decodeExpected,
  type Expectation,
  type Expected,
  expectedOf,
  type ExpectingKind,
} from "../expectations/expectation.ts";
import type { ExpectedBreak } from "../expectations/evidence.ts";
import { decodeFork } from "./decode-fork.ts";
import { decodeProvider } from "./decode-provider.ts";
import { formatPlace, type Path } from "../shape/fault.ts";
import { positionsOf } from "./positions-of.ts";
import { parseDuration } from "./parse-duration.ts";
import type { Row } from "../rows/row.ts";
import type { ExchangeFile, ScenarioFile } from "../scenario-file.ts";
import type { ExchangeChoice, RecordedRequest, Scenario, Variant } from "../scenario.ts";
import type { Vocabulary } from "../vocabulary.ts";

/** The file of a scenario, and the variant. */
export type Origin = {
  readonly file: string;
  readonly place: string;
  readonly variant: Variant;
  readonly row: Row | null;
  /** The position of the key at a path. */
  readonly locate: (path: Path) => FilePosition;
};

/** Fills in the defaults of a scenario that the schema has accepted. */
export function decodeScenario(
  written: ScenarioFile,
  origin: Origin,
  { vocabulary, expectations }: { readonly vocabulary: Vocabulary; readonly expectations: readonly Expectation[] },
): Scenario {
  const { parent, fork, session, filter, decisions } = written;
  const expecting = (kind: ExpectingKind) => {
    const expect = decodeExpected(written.expect ?? {}, kind, vocabulary, expectations);
    return { expectBreak: decodeBreak(written.expectBreak ?? written.movesPrefix, expect), expect };
  };
  const shared = decodeCase(written, origin);
  const provider = written.provider?.name ?? null;

  if (session !== undefined) {
    const { source } = session;
    const parentOf = decodeParents(session.parentOf ?? {}, origin);
    return { ...shared, ...expecting("session"), kind: "session", source, parentOf, provider };
  }
  if (fork?.recorded !== undefined && parent !== undefined) {
    return {
      ...shared,
      ...expecting("pair"),
      kind: "pair",
      parent: decodeRequest(parent),
      child: decodeRequest({ source: parent.source, ...fork.recorded }),
      at: written.at ?? null,
      provider,
    };
  }
  if (fork !== undefined) {
    return {
      ...shared,
      ...expecting("fork"),
      kind: "fork",
      parent: parent === undefined ? null : { ...decodeRequest(parent), answer: parent.answer ?? "asked" },
      fork: decodeFork(fork),
      provider: decodeProvider(written.provider ?? {}),
    };
  }
  if (filter !== undefined && decisions !== undefined) {
    return { ...shared, kind: "filter", filter: decodeFilter(filter), decisions: decisions.map(decodeDecisionCase) };
  }
  throw new Error("the schema accepted a scenario of no kind");
}

function decodeCase(written: ScenarioFile, { file, place, variant, row, locate }: Origin) {
  const { name, tags = [], only, skip, timeout } = written;
  const axes = Object.entries(variant).map(([axis, value]) => `${axis}=${value}`);
  const choices = row === null ? axes : [`row=${row.id}`, ...axes];
  return {
    id: choices.length === 0 ? name : `${name} [${choices.join(", ")}]`,
    name,
    file,
    place,
    positions: positionsOf(written, locate),
    variant,
    row: row && { id: row.id, number: row.number, columns: row.columns },
    tags,
    only: only?.reason ?? null,
    skip: skip?.reason ?? null,
    timeoutMs: timeout === undefined ? null : parseDuration(timeout),
  };
}

function decodeBreak(written: ScenarioFile["expectBreak"], expect: Expected): ExpectedBreak | null {
  if (written === undefined) return null;
  const divergesAt = expectedOf(expect, divergence)?.pointer ?? null;
  return { reason: written.reason, at: written.at ?? null, divergesAt };
}

function decodeRequest(request: { readonly source: string; readonly exchange: ExchangeFile }): RecordedRequest {
  return { source: request.source, exchange: decodeExchange(request.exchange) };
}

function decodeParents(
  parentOf: Readonly<Record<string, string | number>>,
  { file, locate }: Origin,
): readonly SaidParent[] {
  return Object.entries(parentOf).map(([child, parent]) => ({
    child,
    parent: String(parent),
    where: formatPlace(file, locate(["session", "parentOf", child])),
  }));
}

function decodeExchange(exchange: ExchangeFile): ExchangeChoice {
  if (typeof exchange === "object") return { by: "place", ...exchange };
  // Ids of traffic files are numbers, and YAML reads a bare one as such.
  return exchange === "last" ? { by: "last" } : { by: "id", id: String(exchange) };
}
