import type { FindingCode } from "../../kernel/finding.ts";
import { decodeDecision } from "./decode-filter.ts";
import { type NumberBound, parseNumberBound } from "./number-bound.ts";
import type { OutputMatcher } from "./output-matcher.ts";
import type { ExpectFile, OutputFile } from "../scenario-file.ts";
import type { ForkExpectation, PairExpectation, PrefixExpectation, SessionExpectation } from "../scenario.ts";
import type { Vocabulary } from "../vocabulary.ts";

function decodePrefixExpectation(expect: ExpectFile, vocabulary: Vocabulary): PrefixExpectation {
  const { firstTurn } = expect;
  return {
    verdict: expect.verdict ?? null,
    reusable: expect.reusable ?? null,
    providerReason: expect.providerReason ?? null,
    findings: decodeFindings(expect.findings, vocabulary),
    normalisations: expect.normalisations ?? null,
    warnings: decodeFindings(expect.warnings, vocabulary),
    firstTurn:
      firstTurn === undefined
        ? null
        : { ratio: decodeBound(firstTurn.ratio), efficiency: decodeBound(firstTurn.efficiency) },
  };
}

export function decodeSessionExpectation(expect: ExpectFile, vocabulary: Vocabulary): SessionExpectation {
  const { simulate } = expect;
  return {
    ...decodePrefixExpectation(expect, vocabulary),
    simulate:
      simulate === undefined
        ? null
        : {
            mode: simulate.mode ?? "upper",
            exact: decodeBound(simulate.exact),
            classRight: decodeBound(simulate.classRight),
            wrong: decodeBound(simulate.wrong),
            ratios: {
              ok: decodeBound(simulate.ratios?.ok),
              low: decodeBound(simulate.ratios?.low),
              "cold-parent": decodeBound(simulate.ratios?.coldParent),
              "below-minimum": decodeBound(simulate.ratios?.belowMinimum),
              unknown: decodeBound(simulate.ratios?.unknown),
            },
          },
  };
}

export function decodePairExpectation(expect: ExpectFile, vocabulary: Vocabulary): PairExpectation {
  const { divergence } = expect;
  return {
    ...decodePrefixExpectation(expect, vocabulary),
    class: expect.class ?? null,
    divergence: divergence === undefined ? null : { segment: null, pointer: null, names: null, ...divergence },
  };
}

export function decodeForkExpectation(expect: ExpectFile, vocabulary: Vocabulary): ForkExpectation {
  const { usage } = expect;
  return {
    ...decodePairExpectation(expect, vocabulary),
    decisions: expect.decisions?.map(decodeDecision) ?? null,
    effects:
      expect.effects === undefined
        ? null
        : { written: expect.effects.written ?? null, escapes: expect.effects.escapes ?? [] },
    stop: expect.stop ?? null,
    output: expect.output?.map(decodeOutput) ?? null,
    usage:
      usage === undefined
        ? null
        : {
            read: decodeBound(usage.read),
            write: decodeBound(usage.write),
            fresh: decodeBound(usage.fresh),
            output: decodeBound(usage.output),
          },
  };
}

function decodeFindings(names: readonly string[] | undefined, { findings }: Vocabulary): readonly FindingCode[] | null {
  if (names === undefined) return null;
  // A code and its slug are one finding.
  return [...new Set(names.flatMap((name) => findings.get(name) ?? []))];
}

function decodeBound(text: string | undefined): NumberBound | null {
  return text === undefined ? null : parseNumberBound(text);
}

function decodeOutput({ contains, matches, equals, schema }: OutputFile): OutputMatcher {
  if (contains !== undefined) return { kind: "contains", text: contains };
  if (matches !== undefined) return { kind: "matches", pattern: matches };
  if (schema !== undefined) return { kind: "schema", schema };
  return { kind: "equals", text: equals ?? "" };
}
