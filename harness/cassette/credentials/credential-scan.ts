import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { pointerAt } from "../../wire-scan/pointer-at.ts";
import { streamTexts } from "../../wire-scan/stream-texts.ts";
import { validateJson } from "../../wire-scan/validate-json.ts";
import type { CredentialSearch } from "../../kernel/credentials/credential-search.ts";
import type { CredentialSpan } from "../../kernel/credentials/credential-spans.ts";
import { firstCredential, type CredentialMatch } from "../../kernel/credentials/first-credential.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";

/** A credential that is about to be written: its kind and place, never its text. */
export type Refusal = { readonly name: string; readonly where: string };

/** Finds whether there is a credential at all, which is fast, and all of them where there is. */
export type CredentialFinder = {
  readonly first: CredentialSearch;
  readonly all: (text: string) => readonly CredentialSpan[];
};

/**
 * Every credential of each part of an exchange that is about to be written: path, headers, both bodies, the text that
 * a stream's deltas make together. `exchange.headers` are those that will be written.
 */
export function findCredentials(exchange: RecordedExchange, search: CredentialFinder): readonly Refusal[] {
  const { id, path, headers, request, response } = exchange;
  const asked = [
    ...findIn(decoded(path), search, () => `exchange ${id}, path`),
    ...headers.flatMap(([name, value]) =>
      findIn(`${name}: ${decoded(value)}`, search, () => `exchange ${id}, header ${name}`),
    ),
    ...findInBody(request, search, `exchange ${id}, request body`),
  ];
  if (response === null) return asked;
  const answered = [
    ...findIn(response.contentType ?? "", search, () => `exchange ${id}, response header content-type`),
    ...findInBody(response.body, search, `exchange ${id}, response body`),
  ];
  // A credential that is whole in the body is whole in the text assembled from its events.
  if (answered.length > 0) return [...asked, ...answered];
  const texts = [...streamTexts(response.body.toString("utf8"))];
  const inDeltas = texts.flatMap(([place, text]) =>
    findIn(text, search, () => `exchange ${id}, response body, in what its events put together at ${place}`),
  );
  return [...asked, ...inDeltas];
}

/** Every credential of a text, in its order. `where` is asked only where there is one. */
export function findIn(
  text: string,
  search: CredentialFinder,
  where: (sighting: CredentialMatch) => string,
): readonly Refusal[] {
  const first = search.first(text);
  if (first === null) return [];
  // A match that names the issuer wins over a generic match around it.
  const others = search.all(text).filter(({ start, end }) => first.at < start || first.at >= end);
  const all = [first, ...others.map(({ name, start }) => ({ name, at: start }))];
  return all.toSorted((a, b) => a.at - b.at).map((each) => ({ name: each.name, where: where(each) }));
}

/** A session that quotes one in every turn quotes it some hundred times. */
const MOST_TOLD = 500;

/** Throws HX231 where there is a refusal; it names up to five hundred places and never a credential. `isMasked`: masking left them. */
export function refuseCredentials(refusals: readonly Refusal[], isMasked: boolean): void {
  const [first, ...others] = refusals;
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const told = others.slice(0, MOST_TOLD).map(({ name, where }) => `${where}: ${name}`);
  const left = others.length - told.length;
  throw new HarnessError({
    code: "HX231",
    what: `${first.name}${more} would be written to disk, so nothing was`,
    where: [first.where, ...told, ...(left > 0 ? [`and ${left} more`] : [])].join("\n"),
    fix: `take it out of the agent's prompt, tools or environment and record again${isMasked ? "; --redact cannot mask it there" : ", or have it masked (--redact)"}; if it was real, revoke it`,
    exit: 2,
  });
}

/** Read as Latin-1 an offset in the text is a byte offset; every credential is ASCII. */
function findInBody(body: Buffer, search: CredentialFinder, name: string): readonly Refusal[] {
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
