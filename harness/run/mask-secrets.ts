import { environment } from "../io/process.ts";
import { credentialSearch } from "../kernel/credentials/credential-search.ts";
import { credentialSpans } from "../kernel/credentials/credential-spans.ts";
import { boundedMemo } from "../kernel/memo/bounded-memo.ts";
import { environmentSecrets } from "../kernel/credentials/environment-secrets.ts";

/** Reports are uploaded: a credential that a subject has said, in whatever form, is named in them, not shown. */
export function maskSecrets(text: string): string {
  return text.length > SHORT ? masked(text) : shortTexts(text, () => masked(text));
}

/** What checks expect and observe is mostly said by each job of a run. */
const SHORT = 200;
const shortTexts = boundedMemo<string>();

function masked(text: string): string {
  finders ??= makeFinders();
  // The search for one is much faster than that for all.
  if (finders.first(text) === null) return text;
  let safe = "";
  let at = 0;
  for (const { name, start, end } of finders.all(text)) {
    safe += `${text.slice(at, start)}[${name}]`;
    at = end;
  }
  return safe + text.slice(at);
}

/** All strings of a document, such as outputs, inputs of calls and errors, each masked. */
export function maskStrings<Value>(value: Value): Value;
export function maskStrings(value: unknown): unknown {
  if (typeof value === "string") return maskSecrets(value);
  if (Array.isArray(value)) return value.map((each: unknown) => maskStrings(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [name, maskStrings(member)]),
  );
}

type Finders = {
  readonly first: ReturnType<typeof credentialSearch>;
  readonly all: ReturnType<typeof credentialSpans>;
};

let finders: Finders | null = null;

function makeFinders(): Finders {
  const secrets = environmentSecrets(environment());
  return { first: credentialSearch(secrets), all: credentialSpans(secrets) };
}
