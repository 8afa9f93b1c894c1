import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { BuildSketch, SketchedRequest } from "./build-sketch.ts";
import type { MatchedRoots } from "./match-conversations.ts";

/** Two requests that stand at the same place of two matched conversations. */
export type MatchedRequests = {
  readonly before: SketchedRequest;
  readonly after: SketchedRequest;
  /** The first request of their conversation in the first build. */
  readonly conversation: string;
  /** Its number in its line, from 0. */
  readonly at: number;
};

/** The requests of a build, judged and sketched. */
export type JudgedRequests = { readonly exchanges: readonly InspectedExchange[]; readonly sketch: BuildSketch };

/**
 * The requests of matched conversations, by their number in the conversation; those of a fork by its number and their number in it. A
 * build that loses its history forks where the other goes on, so the rest is matched in order. The rest of the longer build has no counterpart.
 */
export function matchRequests(
  matched: readonly MatchedRoots[],
  before: JudgedRequests,
  after: JudgedRequests,
): readonly MatchedRequests[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  return matched.flatMap((roots) => matchLines(old.get(roots.before.id), now.get(roots.after.id), roots.before.id));
}

function matchLines(old: Lines = new Map(), now: Lines = new Map(), conversation: string): readonly MatchedRequests[] {
  const paired = [...new Set([...old.keys(), ...now.keys()])].map((name) => {
    const [left, right] = [old.get(name) ?? [], now.get(name) ?? []];
    const shared = Math.min(left.length, right.length);
    return { left, right, shared };
  });
  const rest = zipped(
    paired.flatMap(({ left, shared }) => left.slice(shared)),
    paired.flatMap(({ right, shared }) => right.slice(shared)),
    conversation,
  );
  return [...paired.flatMap(({ left, right }) => zipped(left, right, conversation)), ...rest];
}

type Placed = { readonly request: SketchedRequest; readonly at: number };

function zipped(left: readonly Placed[], right: readonly Placed[], conversation: string): readonly MatchedRequests[] {
  return left.flatMap(({ request: before, at }, index): readonly MatchedRequests[] => {
    const after = right[index]?.request;
    return after === undefined ? [] : [{ before, after, conversation, at }];
  });
}

type Lines = Map<string, Placed[]>;

/** The main line of each conversation, and each line that leaves it, named by how it begins. */
function linesOf({ exchanges, sketch }: JudgedRequests): ReadonlyMap<string, Lines> {
  const conversations = new Map<string, Lines>();
  const lineOf = new Map<string, Placed[]>();
  for (const { id, conversation, relation, parent } of exchanges) {
    const request = sketch.requestOf(id);
    if (request === null) continue;
    const goesOn = relation === "turn" || relation === "compaction";
    const known = goesOn && parent !== null ? lineOf.get(parent) : undefined;
    const line = known ?? newLine(conversations, conversation, relation);
    line.push({ request, at: line.length });
    lineOf.set(id, line);
  }
  return conversations;
}

function newLine(conversations: Map<string, Lines>, conversation: string, relation: string): Placed[] {
  const lines = conversations.get(conversation) ?? new Map<string, Placed[]>();
  conversations.set(conversation, lines);
  const alike = [...lines.keys()].filter((name) => name.startsWith(`${relation} `)).length;
  const line: Placed[] = [];
  lines.set(`${relation} ${alike}`, line);
  return line;
}
