import type { SequenceRule } from "../../harness/diagnosis/sequence-rule.ts";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import type { Finding } from "../../harness/kernel/finding.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { exchangeOf, rolesOf } from "./judge-example.ts";

/** A recording of these exchanges, in their order. */
export function recordingOf(exchanges: readonly Exchange[]): Recording {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const load = (id: string): Exchange => {
    const exchange = byId.get(id);
    if (exchange === undefined) throw new Error(`no exchange ${id}`);
    return exchange;
  };
  return { name: "hand-written", format: "traffic", ids: [...byId.keys()], load };
}

/** The findings on each request of an example, in order. */
export function findingsInSequence(
  { example }: SequenceRule,
  which: "broken" | "fixed",
): readonly (readonly Finding[])[] {
  const exchanges = example[which].map(({ body, sent }, at) => exchangeOf(String(at + 1), body, sent));
  const { provider = "anthropic" } = example;
  return inspectRecording(recordingOf(exchanges), { provider }).exchanges.map(({ findings }) => findings);
}

/** Codes and roles of all findings but notes. */
export function rolesOn(findings: readonly Finding[] = []): readonly string[] {
  return rolesOf(findings.filter(({ role }) => role !== "note"));
}
