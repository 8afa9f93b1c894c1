import { statKind } from "../../io/files/disk.ts";
import { makeFolderAtomically } from "../../io/files/new-folder.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { type CassetteDocument, type CassetteEntry, cassetteFileName } from "./cassette-document.ts";
import {
  type CredentialFinder,
  findCredentials,
  findIn,
  type Refusal,
  refuseCredentials,
} from "../credentials/credential-scan.ts";
import { credentialSearch, type Secret } from "../../kernel/credentials/credential-search.ts";
import { credentialSpans } from "../../kernel/credentials/credential-spans.ts";
import { sentCredentials } from "../credentials/sent-credentials.ts";
import { encodeCassette } from "./encode-cassette.ts";
import type { CredentialMatch } from "../../kernel/credentials/first-credential.ts";
import { keptHeaders } from "./kept-headers.ts";
import { keptPath } from "./kept-path.ts";
import { cassetteVersion } from "./migrate-cassette.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";
import { exchangeRedactor, type RedactExchange } from "../credentials/redact-exchange.ts";
import { writeExchange } from "./write-exchange.ts";

export type WriteOptions = {
  /** Values that must not be written, whatever they look like. */
  readonly secrets?: readonly Secret[];
  /** A secret key for masking credentials; without one, a credential refuses the whole cassette. */
  readonly redactionKey?: Buffer | null;
  /** Where the exchange that was read last comes from; by default the folder stands for it. */
  readonly place?: () => string;
};

/**
 * Writes exchanges as a new cassette folder, whole or not at all, and returns the content of its `cassette.yaml`. One exchange is
 * in memory at a time, and no byte of it reaches the disk before it was searched for credentials and for `secrets`. Headers
 * outside the allow-list are left out, and the key that a client sends in its query.
 *
 * @throws HarnessError HX206 an id twice, HX208 a body above 64 MiB, HX211 no exchange, HX230 the folder exists already,
 * HX231 credentials, listing every one; HX513 and HX516 if the disk refuses
 */
export function writeCassette(
  folder: string,
  exchanges: Iterable<RecordedExchange>,
  { secrets = [], redactionKey = null, place = () => folder }: WriteOptions = {},
): CassetteDocument {
  refuseTaken(folder);
  const known = new Map(secrets.map((secret) => [secret.value, secret]));
  let means = searchFor(secrets, redactionKey);
  return makeFolderAtomically(folder, (write) => {
    const entries = new Map<string, CassetteEntry | null>();
    const headings: CassetteHeader[] = [];
    const refusals: Refusal[] = [];
    for (const original of exchanges) {
      if (entries.has(original.id)) throw repeated(original.id, place());
      const sent = sentCredentials(original).filter(({ value }) => !known.has(value));
      for (const secret of sent) known.set(secret.value, secret);
      if (sent.length > 0) means = searchFor([...known.values()], redactionKey);
      const exchange = means.redact({
        ...original,
        path: keptPath(original.path),
        headers: keptHeaders(original.headers),
      });
      refusals.push(...findCredentials(exchange, means.search));
      // After a refusal the other exchanges are only searched, so that all credentials are reported at once.
      const entry = refusals.length > 0 ? null : writeExchange(exchange, entries.size + 1, write);
      entries.set(exchange.id, entry);
      headings.push(headingOf(exchange));
    }
    if (entries.size === 0) throw empty(place());
    refuseCredentials(refusals, redactionKey !== null);
    const document: CassetteDocument = {
      version: cassetteVersion,
      dialect: common(headings.map(({ dialect }) => dialect)),
      provider: common(headings.map(({ provider }) => provider)),
      client: common(headings.map(({ client }) => client)),
      exchanges: [...entries.values()].filter((entry) => entry !== null),
    };
    const text = encodeCassette(document);
    const inText = ({ at }: CredentialMatch): string =>
      `${cassetteFileName}, line ${text.slice(0, at).split("\n").length}`;
    refuseCredentials(findIn(text, means.search, inText), redactionKey !== null);
    write(cassetteFileName, text);
    return document;
  });
}

type Means = { readonly search: CredentialFinder; readonly redact: RedactExchange };

function searchFor(secrets: readonly Secret[], redactionKey: Buffer | null): Means {
  const all = credentialSpans(secrets);
  const redact: RedactExchange = redactionKey === null ? (each) => each : exchangeRedactor(redactionKey, all);
  return { search: { first: credentialSearch(secrets), all }, redact };
}

/** Throws HX230 where something is there already; asked before a session is recorded, it spares the session. */
export function refuseTaken(folder: string): void {
  if (statKind(folder) === "missing") return;
  throw new HarnessError({
    code: "HX230",
    what: "something is there already, and a cassette replaces nothing by itself",
    where: folder,
    fix: "name another folder, or remove this one first; record and import take --force",
    exit: 2,
  });
}

type CassetteHeader = Pick<CassetteDocument, "dialect" | "provider" | "client">;

function headingOf({ dialect, provider, headers }: RecordedExchange): CassetteHeader {
  const userAgent = headers.find(([name]) => name.toLowerCase() === "user-agent");
  return { dialect, provider, client: userAgent?.[1] ?? null };
}

/** The value that all exchanges with a value share. */
function common<Value>(values: readonly (Value | null)[]): Value | null {
  const [first = null, ...others] = new Set(values.filter((value) => value !== null));
  return others.length === 0 ? first : null;
}

function repeated(id: string, where: string): HarnessError {
  const what = `two exchanges have the id "${id}"`;
  return new HarnessError({ code: "HX206", what, where, fix: "give each an id of its own", exit: 3 });
}

function empty(where: string): HarnessError {
  const fix = "record a session with at least one request";
  return new HarnessError({ code: "HX211", what: "no exchange to write", where, fix, exit: 2 });
}
