import { HarnessError } from "../kernel/harness-error.ts";
import { pointerAt } from "../wire-scan/pointer-at.ts";
import { validateJson } from "../wire-scan/validate-json.ts";
import type { CredentialSearch } from "./credential-search.ts";
import { firstCredential, type Sighting } from "./first-credential.ts";
import type { RecordedExchange } from "./recorded-exchange.ts";
import { streamTexts } from "../wire-scan/stream-texts.ts";

/**
 * Throws at the first credential in what is about to be written of an exchange: path, headers, both bodies, the text that
 * a stream's deltas make together. `exchange.headers` are those that will be written.
 *
 * @throws HarnessError HX231, which names the place and never the credential
 */
export function refuseCredentials(exchange: RecordedExchange, search: CredentialSearch): void {
  const { id, path, headers, request, response } = exchange;
  refuseIn(decoded(path), search, () => `exchange ${id}, path`);
  for (const [name, value] of headers) {
    refuseIn(`${name}: ${decoded(value)}`, search, () => `exchange ${id}, header ${name}`);
  }
  refuseInBody(request, search, `exchange ${id}, request body`);
  if (response === null) return;
  refuseInBody(response.body, search, `exchange ${id}, response body`);
  for (const [place, text] of streamTexts(response.body.toString("utf8"))) {
    refuseIn(text, search, () => `exchange ${id}, response body, in what its events put together at ${place}`);
  }
}

/** Throws HX231 where a text holds a credential. `where` is asked only then. */
export function refuseIn(text: string, search: CredentialSearch, where: (sighting: Sighting) => string): void {
  const sighting = search(text);
  if (sighting === null) return;
  throw new HarnessError({
    code: "HX231",
    what: `${sighting.name} would be written to disk, so nothing was`,
    where: where(sighting),
    mend: "take it out of the agent's prompt, tools or environment and record again; if it was real, revoke it",
    exit: 2,
  });
}

/** Read as Latin-1 an offset in the text is a byte offset; every credential is ASCII. */
function refuseInBody(body: Buffer, search: CredentialSearch, name: string): void {
  refuseIn(body.toString("latin1"), search, ({ at }) => `${name}, byte ${at}${pointerHint(body, at)}`);
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
