import { HarnessError } from "../kernel/harness-error.ts";
import { pointerAt } from "../wire-scan/pointer-at.ts";
import { streamTexts } from "../wire-scan/stream-texts.ts";
import { validateJson } from "../wire-scan/validate-json.ts";
import type { CredentialSearch } from "./credential-search.ts";
import { firstCredential, type Sighting } from "./first-credential.ts";
import type { RecordedExchange } from "./recorded-exchange.ts";

/** A credential that is about to be written: what kind and where, never itself. */
export type Refusal = { readonly name: string; readonly where: string };

/**
 * The first credential of each part of an exchange that is about to be written: path, headers, both bodies, the text that
 * a stream's deltas make together. `exchange.headers` are those that will be written.
 */
export function findCredentials(exchange: RecordedExchange, search: CredentialSearch): readonly Refusal[] {
  const { id, path, headers, request, response } = exchange;
  const asked = [
    ...findIn(decoded(path), search, () => `exchange ${id}, path`),
    ...headers.flatMap(([name, value]) =>
      findIn(`${name}: ${decoded(value)}`, search, () => `exchange ${id}, header ${name}`),
    ),
    ...findInBody(request, search, `exchange ${id}, request body`),
  ];
  if (response === null) return asked;
  const answered = findInBody(response.body, search, `exchange ${id}, response body`);
  // What stands whole in the body stands whole in what its events put together.
  if (answered.length > 0) return [...asked, ...answered];
  const texts = [...streamTexts(response.body.toString("utf8"))];
  const inDeltas = texts.flatMap(([place, text]) =>
    findIn(text, search, () => `exchange ${id}, response body, in what its events put together at ${place}`),
  );
  return [...asked, ...inDeltas];
}

/** The first credential of a text. `where` is asked only where there is one. */
export function findIn(
  text: string,
  search: CredentialSearch,
  where: (sighting: Sighting) => string,
): readonly Refusal[] {
  const sighting = search(text);
  return sighting === null ? [] : [{ name: sighting.name, where: where(sighting) }];
}

/** Throws HX231 where there is a refusal; it names every place and never a credential. */
export function refuseCredentials(refusals: readonly Refusal[]): void {
  const [first, ...others] = refusals;
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  throw new HarnessError({
    code: "HX231",
    what: `${first.name}${more} would be written to disk, so nothing was`,
    where: [first.where, ...others.map(({ name, where }) => `${where}: ${name}`)].join("\n"),
    mend: "take it out of the agent's prompt, tools or environment and record again, or have it masked (--redact); if it was real, revoke it",
    exit: 2,
  });
}

/** Read as Latin-1 an offset in the text is a byte offset; every credential is ASCII. */
function findInBody(body: Buffer, search: CredentialSearch, name: string): readonly Refusal[] {
  return findIn(body.toString("latin1"), search, ({ at }) => `${name}, byte ${at}${pointerHint(body, at)}`);
}

/** The pointer of the value that holds the byte; left out where it would itself show a credential. */
function pointerHint(body: Buffer, at: number): string {
  if (validateJson(body) !== null) return "";
  const pointer = pointerAt(body, at);
  return pointer === "" || firstCredential(pointer) !== null ? "" : ` (${pointer})`;
}

/** A value as the server reads it, where it is percent-encoded at all. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
