import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { SketchedRequest } from "./build-sketch.ts";
import type { Build } from "./build.ts";
import type { MatchedRequests } from "./match-requests.ts";
import type { Members } from "./request-members.ts";

/**
 * How much of what both clients sent up to a pair is equal.
 *
 * - `all` this request, and all before it in its conversation: no difference in usage is the client's
 * - `head` all but messages, which hold answers
 * - `settings` the fields and headers outside the prompt, breakpoints and route
 * - `none` not even these
 */
export type Alikeness = "all" | "head" | "settings" | "none";

/** How alike the pairs are. A pair is never more alike than one before it in its conversation, since it reads what that one stored. */
export function sentAlike(
  pairs: readonly MatchedRequests[],
  before: Build,
  after: Build,
): (pair: MatchedRequests) => Alikeness {
  const pairOf = new Map(pairs.map((pair) => [pair.before.id, pair]));
  const placeOf = new Map(after.judged.exchanges.map(({ id }, at) => [id, at]));
  const found = new Map<MatchedRequests, Alikeness>();
  const lines = new Map<string, Line>();
  // What a conversation can read of others: their tools and system prompt.
  let others: Alikeness = "all";
  for (const exchange of before.judged.exchanges) {
    if (before.sketch.requestOf(exchange.id) === null) continue;
    const line = lines.get(exchange.conversation) ?? { alike: "all", last: -1 };
    const pair = pairOf.get(exchange.id);
    const own = pair === undefined ? "head" : ownAlikeness(pair);
    const place = pair === undefined ? line.last : (placeOf.get(pair.after.id) ?? -1);
    // The order of requests is the client's, too.
    const ordered = place < line.last ? least(own, "settings") : own;
    const alike = least(line.alike, readsOthers(exchange) ? least(ordered, others) : ordered);
    if (pair !== undefined) found.set(pair, alike);
    lines.set(exchange.conversation, { alike, last: Math.max(line.last, place) });
    if (pair === undefined || own === "settings" || own === "none") others = least(others, "settings");
  }
  return (pair) => found.get(pair) ?? "none";
}

/** Of a conversation so far. */
type Line = { readonly alike: Alikeness; readonly last: number };

/** One without a parent, or with a prompt of its own. */
function readsOthers({ parent, relation }: InspectedExchange): boolean {
  return parent === null || relation === "fresh";
}

const ORDER = ["none", "settings", "head", "all"] as const satisfies readonly Alikeness[];

function least(one: Alikeness, other: Alikeness): Alikeness {
  return ORDER.indexOf(one) <= ORDER.indexOf(other) ? one : other;
}

function ownAlikeness({ before, after }: MatchedRequests): Alikeness {
  if (before.route !== after.route || !haveEqualSettings(before, after)) return "none";
  if (before.prompt.tools !== after.prompt.tools || before.prompt.system !== after.prompt.system) return "settings";
  return before.prompt.messages === after.prompt.messages ? "all" : "head";
}

function haveEqualSettings(before: SketchedRequest, after: SketchedRequest): boolean {
  return (
    areEqual(before.members, after.members, UNREAD_MEMBER) && areEqual(before.headers, after.headers, UNREAD_HEADER)
  );
}

/** No cache depends on these, and they change with each build or run: the program, its machine, its user. */
const UNREAD_HEADER = /^(?:user-agent|x-stainless-.*|accept(?:-.*)?|connection|content-type)$/;
const UNREAD_MEMBER = /^metadata$/;

function areEqual(one: Members, other: Members, unread: RegExp): boolean {
  const names = [...new Set([...one.keys(), ...other.keys()])].filter((name) => !unread.test(name));
  return names.every((name) => withoutIds(one.get(name)) === withoutIds(other.get(name)));
}

/** Ids that are drawn anew for each run, such as those of a session. One that changes within a conversation is a cause of its own. */
function withoutIds(value: string | undefined): string | null {
  return value === undefined
    ? null
    : value.replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{16,}\b/gi, "*");
}
