import { type Exchange, headerOf } from "../kernel/exchange.ts";
import type { Layout } from "../kernel/layout.ts";
import { accountHeaders } from "./account-headers.ts";
import type { KeyRules } from "../providers/rules/cache-rules.ts";
import { readParameter } from "./prompt/read-parameter.ts";

/** The parts of a request that say whose cache it uses. Unrecorded parts are null or empty. */
export type Sender = Pick<Exchange, "id" | "headers"> &
  Partial<Pick<Exchange, "host" | "path">> & { readonly layout?: Layout };

/**
 * The scope in which requests share a cache: the place and the account that a request names, a session, betas, and the headers
 * without which nothing is looked up. A request without the deciding headers shares with no other.
 */
export function cacheScope(request: Sender, rules: KeyRules): string {
  const route = [...routeOf(request)];
  const asked = headersAsking(request, rules);
  const own = ownScope(request, rules);
  return route.length + asked.length === 0 ? own : `${JSON.stringify([route, asked])}\n${own}`;
}

/** Whether what is recorded of two requests says that the second one does not meet the first one's cache. */
export function areParted(before: Sender, after: Sender, rules: KeyRules): boolean {
  const route = routeOf(after);
  if ([...routeOf(before)].some(([name, value]) => (route.get(name) ?? value) !== value)) return true;
  const asked = headersAsking(after, rules);
  if (headersAsking(before, rules).some((name) => !asked.includes(name))) return true;
  const isRecorded = before.headers.length > 0 && after.headers.length > 0;
  return (isRecorded || rules.scopeHeaders.value.length === 0) && ownScope(before, rules) !== ownScope(after, rules);
}

/** Of the headers without which a provider looks nothing up, those that a request sends. */
function headersAsking({ headers }: Sender, { neededHeaders }: KeyRules): readonly string[] {
  return [...scopeValues(headers, neededHeaders.value)].flatMap(([name, value]) => ((value ?? "") === "" ? [] : name));
}

/** Where a request goes, by what is known of it; two recordings of one loopback server may differ in its port. */
export function routeOf({ host, path, headers }: Omit<Sender, "id">): ReadonlyMap<string, string> {
  const route = new Map<string, string>();
  if (host != null) route.set("host", host.replace(/:\d+$/, ""));
  for (const [name, place] of PLACES) {
    const value = place.exec(path ?? "")?.[1];
    if (value !== undefined) route.set(name, value);
  }
  for (const name of accountHeaders) {
    const value = headerOf(headers, name);
    if (value !== null && value !== "") route.set(name, value);
  }
  return route;
}

/**
 * Places that a path names: a deployment of Azure or a location of Vertex, a project of Vertex, and the geography of an inference profile
 * of Bedrock. These have no region in common; others (`jp`, `global`) may lead to the same, so they are not compared.
 */
const PLACES: readonly (readonly [name: string, place: RegExp])[] = [
  ["deployment", /\/(?:deployments|locations)\/([^/?]+)/],
  ["project", /\/projects\/([^/?]+)\/locations\//],
  ["inference profile", /\/model\/(?:[^/?]*%2F)?(us|us-gov|eu|apac)\.[a-z0-9-]+\./i],
];

function ownScope({ id, headers, layout }: Sender, rules: KeyRules): string {
  if (rules.scopeHeaders.value.length === 0) return betasOf(headers, layout, rules);
  const values = [...scopeValues(headers, rules.scopeHeaders.value)];
  return values.every(([, value]) => value === null) ? `alone ${id}` : JSON.stringify(values);
}

/**
 * The request's values of the headers that separate caches, by their names; null if one is missing. Of two spellings one is
 * enough.
 */
export function scopeValues(
  headers: Exchange["headers"],
  names: readonly string[],
): ReadonlyMap<string, string | null> {
  const spelled = Map.groupBy(names, (name) => name.replaceAll("_", "-"));
  return new Map(
    [...spelled].map(([name, spellings]) => [
      name,
      spellings.map((each) => headerOf(headers, each)).find((value) => value !== null) ?? null,
    ]),
  );
}

/** The betas of a request that are part of its key, in one order; empty without any. */
function betasOf(headers: Exchange["headers"], layout: Layout | undefined, rules: KeyRules): string {
  if (rules.betasInKey.value.length === 0) return "";
  const inHeaders = headers.flatMap(([name, value]) =>
    betaHeaders.includes(name.toLowerCase()) ? value.split(",") : [],
  );
  const inBody = layout === undefined ? [] : betaMembers.flatMap((name) => readParameter(layout, name) ?? []);
  const named = [...inHeaders, ...inBody].flatMap((beta) => (typeof beta === "string" ? [undated(beta.trim())] : []));
  return [...new Set(named.filter((beta) => rules.betasInKey.value.includes(beta)))].toSorted().join(",");
}

/** Headers and members by which a request switches betas on; Converse passes the model's own members on in one. */
export const betaHeaders: readonly string[] = ["anthropic-beta"];
export const betaMembers: readonly string[] = [
  "betas",
  "anthropic_beta",
  "additionalModelRequestFields.anthropic_beta",
];

/** `computer-use-2025-11-24` is `computer-use`. */
export function undated(beta: string): string {
  return beta.replace(/-\d{4}-\d{2}-\d{2}$/, "");
}
