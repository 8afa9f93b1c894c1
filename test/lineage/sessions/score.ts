import type { InspectedExchange } from "../../../harness/kernel/inspection/inspection.ts";
import type { Finding } from "../../../harness/kernel/finding.ts";
import type { Exchange } from "../../../harness/kernel/exchange.ts";
import { inspectRecording } from "../../../harness/verdict/recording/inspect-recording.ts";
import { judge } from "../../../harness/verdict/judge.ts";
import type { Sent, Session } from "./truth.ts";

/** How one request came out. */
export type Score = {
  readonly session: Session;
  readonly sent: Sent;
  readonly got: InspectedExchange;
  /** `in doubt`: another parent is shown together with the true one. */
  readonly parent: "right" | "in doubt" | "wrong";
  /** Whether another parent is shown with the one that is taken. */
  readonly isDoubted: boolean;
  readonly isRelationRight: boolean;
  /** Codes that break the pair with the true parent. */
  readonly truth: readonly string[];
  readonly found: readonly string[];
  readonly break: "right" | "suspected" | "missed" | "invented" | "misnamed" | "doubted";
};

export function scoreSession(session: Session): readonly Score[] {
  const inspection = inspectRecording(session.recording);
  const exchanges = new Map(inspection.exchanges.map((each) => [each.id, each]));
  return session.sent.map((sent) => {
    const got = exchanges.get(sent.exchange.id);
    if (got === undefined) throw new Error(`${session.name}: exchange ${sent.exchange.id} was not inspected`);
    return scoreOf(session, sent, got);
  });
}

function scoreOf(session: Session, sent: Sent, got: InspectedExchange): Score {
  const { parents, relations } = sent.truth;
  const isRight = parents.includes(got.parent);
  const isDoubted = got.alternatives.length > 0;
  const isBeside = got.alternatives.some(({ parent }) => parents.includes(parent));
  const truth = brokenBy(session, isRight ? got.parent : (parents[0] ?? null), sent.exchange);
  const found = codesOf(got.findings);
  return {
    session,
    sent,
    got,
    parent: isRight && !isDoubted ? "right" : isRight || isBeside ? "in doubt" : "wrong",
    isDoubted,
    isRelationRight: relations.includes(got.relation),
    truth,
    found,
    break: breakScore(truth, found, got.suspected),
  };
}

function breakScore(truth: readonly string[], found: readonly string[], suspected: readonly string[]): Score["break"] {
  if (truth.length > 0 && found.length === 0) return suspected.length > 0 ? "suspected" : "missed";
  if (truth.length === 0 && found.length > 0) return "invented";
  if (truth.length === 0) return suspected.length > 0 ? "doubted" : "right";
  return truth.some((code) => found.includes(code)) ? "right" : "misnamed";
}

function brokenBy({ recording, wire }: Session, parent: string | null, child: Exchange): readonly string[] {
  if (parent === null) return [];
  const pair = { parent: recording.load(parent), child };
  return codesOf(
    judge({ ...pair, ...(wire === "openai-responses" && isSubagent(pair) && { at: "/input/0" }) }).findings,
  );
}

/** On Responses a fork may be asked its task as one string: it repeats no message, and shares the tools and instructions alone. */
function isSubagent({ parent, child }: { readonly parent: Exchange; readonly child: Exchange }): boolean {
  return typeof inputOf(child) === "string" && Array.isArray(inputOf(parent));
}

function inputOf({ request }: Exchange): unknown {
  const body: unknown = JSON.parse(request.toString("utf8"));
  return typeof body === "object" && body !== null && "input" in body ? body.input : null;
}

function codesOf(findings: readonly Finding[]): readonly string[] {
  return findings.filter(({ role }) => role === "cause" || role === "invalid").map(({ code }) => code);
}
