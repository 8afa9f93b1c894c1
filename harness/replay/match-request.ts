import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
import { firstCredential } from "../kernel/credentials/first-credential.ts";
import type { IncomingRequest } from "../mock/mock-provider.ts";

/** The parts of a request that are matched: all of its content, to the last byte. */
export type MatchableRequest = Pick<IncomingRequest, "method" | "path" | "body">;

/** Why no recorded exchange answers a request: the one that comes nearest, and where the two part. */
export type Mismatch = {
  readonly closest: string;
  readonly what: string;
};

/** Headers are not matched: a key, a date or a retry count differs in every run. */
export function matches(asked: MatchableRequest, exchange: RecordedExchange): boolean {
  return asked.method === exchange.method && asked.path === exchange.path && asked.body.equals(sentBytes(exchange));
}

/** The candidate that shares most with the request: method and path first, then the longest head of the body. */
export function describeMismatch(asked: MatchableRequest, candidates: readonly RecordedExchange[]): Mismatch | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, shared: sharedBytes(asked.body, sentBytes(candidate)) }))
    .sort((a, b) => sameTarget(asked, b.candidate) - sameTarget(asked, a.candidate) || b.shared - a.shared);
  const [first] = ranked;
  if (first === undefined) return null;
  const { candidate } = first;
  const closest = candidate.id;
  if (sameTarget(asked, candidate) === 0) {
    const what = `it asks ${asked.method} ${asked.path}; exchange ${closest} asks ${candidate.method} ${candidate.path}`;
    return { closest, what };
  }
  const what = `it differs from exchange ${closest} at ${firstDifference(asked.body, sentBytes(candidate))}`;
  return { closest, what };
}

/** Such as `byte 41 (60 and 60 bytes): …max_tokens":2048…, not …max_tokens":1024…`. */
export function firstDifference(found: Buffer, expected: Buffer): string {
  const at = sharedBytes(found, expected);
  const lengths = `${found.length} and ${expected.length} bytes`;
  return `byte ${at} (${lengths}): ${excerptAt(found, at)}, not ${excerptAt(expected, at)}`;
}

function sameTarget(asked: MatchableRequest, { method, path }: RecordedExchange): 0 | 1 {
  return asked.method === method && asked.path === path ? 1 : 0;
}

function sentBytes({ request, encoded }: RecordedExchange): Buffer {
  return encoded.request?.bytes ?? request;
}

function sharedBytes(a: Buffer, b: Buffer): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) if (a[at] !== b[at]) return at;
  return end;
}

const BEFORE = 12;
const AFTER = 28;

/** A few characters around a byte, on one line; never a credential. */
function excerptAt(body: Buffer, at: number): string {
  if (at >= body.length) return "its end";
  const around = body.toString("utf8", Math.max(0, at - BEFORE), at + AFTER);
  // Half a key, cut from its surroundings, does not look like a key. So the search covers more text than is shown.
  const wider = body.toString("latin1", Math.max(0, at - 200), at + 200);
  return firstCredential(wider) === null ? `…${onOneLine(around)}…` : "a value that holds a credential";
}

/** Control characters escaped, quotes left as they are: the text is JSON, and escaping it again hides it. */
function onOneLine(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
}
