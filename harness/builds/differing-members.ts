import type { MemberDifference } from "../kernel/inspection/build-comparison.ts";
import type { MatchedRequests } from "./match-requests.ts";
import type { Members } from "./request-members.ts";

/** Headers that two matched requests send differently. Those that vary within both builds are left out: each request has its own. */
export function differingHeaders(pairs: readonly MatchedRequests[]): readonly MemberDifference[] {
  const headers = pairs.map(({ before, after }): Pair => [before.headers, after.headers]);
  const [old, now] = [varying(headers.map(([was]) => was)), varying(headers.map(([, is]) => is))];
  return differing(headers).filter(({ name }) => !old.has(name) || !now.has(name));
}

/** Members of the body outside the prompt that two matched requests send differently, and bodies that differ in their spelling alone. */
export function differingFields(pairs: readonly MatchedRequests[]): readonly MemberDifference[] {
  const fields = differing(pairs.map(({ before, after }): Pair => [before.members, after.members]));
  const respelled = pairs.filter(
    ({ before, after }) =>
      before.body !== after.body &&
      areEqual(before.members, after.members) &&
      SEGMENTS.every((segment) => before.prompt[segment] === after.prompt[segment]),
  );
  const [first] = respelled;
  if (first === undefined) return fields;
  const [was, is] = [first.before, first.after].map(({ body }) => `sha256 ${body.slice(0, 12)}`);
  return [...fields, { name: SPELLING, before: was ?? null, after: is ?? null, requests: respelled.length }];
}

const SEGMENTS = ["tools", "system", "messages"] as const;
const SPELLING = "spelling of the body";

type Pair = readonly [before: Members, after: Members];

function differing(pairs: readonly Pair[]): readonly MemberDifference[] {
  const found = new Map<string, MemberDifference>();
  for (const [before, after] of pairs) {
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(name) ?? null, after.get(name) ?? null];
      if (was === is) continue;
      const known = found.get(name);
      found.set(
        name,
        known ? { ...known, requests: known.requests + 1 } : { name, before: was, after: is, requests: 1 },
      );
    }
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function areEqual(one: Members, other: Members): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}

function varying(requests: readonly Members[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  const varied = new Set<string>();
  for (const members of new Set(requests)) {
    for (const [name, value] of members) {
      const known = first.get(name);
      if (known === undefined) first.set(name, value);
      else if (known !== value) varied.add(name);
    }
  }
  return varied;
}
