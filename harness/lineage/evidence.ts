import type { ParentEvidence } from "../kernel/inspection/inspection.ts";
import type { IndexedRequest } from "./requests/request-summary.ts";

/** Why a request is taken to continue its parent; empty without a parent, or if only circumstances say so. */
export function evidenceOf({ parent, named, continuation, digest }: IndexedRequest): readonly ParentEvidence[] {
  if (named !== null) return [named.by];
  if (parent === null) return [];
  const { repeats, answersCall, directive, sharedUpTo } = continuation;
  const found: ParentEvidence[] = [];
  if (repeats === "whole" || repeats === "part") found.push("repeats-answer");
  if (answersCall) found.push("answers-call");
  if (directive !== null) found.push("directive-of-call");
  if (sharedUpTo >= 0 || sharesHead(parent, digest)) found.push("shared-prefix");
  return shared(found);
}

/** One list for all requests with the same evidence: there are few, and a log has thousands of requests. */
function shared(found: readonly ParentEvidence[]): readonly ParentEvidence[] {
  const key = found.join(" ");
  const known = lists.get(key);
  if (known === undefined) lists.set(key, found);
  return known ?? found;
}

const lists = new Map<string, readonly ParentEvidence[]>();

function sharesHead({ digest: { chains } }: IndexedRequest, { chains: own }: IndexedRequest["digest"]): boolean {
  return chains.length > 0 && own.length > 0 && chains.at(0) === own.at(0);
}
