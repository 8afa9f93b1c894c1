import { statKind } from "../io/disk.ts";
import { makeFolderAtomically } from "../io/new-folder.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import { type CassetteDocument, type CassetteEntry, cassetteFileName, cassetteVersion } from "./cassette-document.ts";
import { refuseIn } from "./credential-scan.ts";
import { credentialSearch, type Secret } from "./credential-search.ts";
import { encodeCassette } from "./encode-cassette.ts";
import type { RecordedExchange } from "./recorded-exchange.ts";
import { writeExchange } from "./write-exchange.ts";

/**
 * Writes exchanges as a new cassette folder, whole or not at all, and answers what its `cassette.yaml` says. One exchange
 * is in memory at a time, and no byte of it reaches the disk before it was searched for credentials and for `secrets`.
 *
 * @throws HarnessError HX206 an id twice, HX208 a body above 64 MiB, HX211 no exchange, HX230 the folder is there already,
 *   HX231 a credential; HX513 and HX516 where the disk refuses
 */
export function writeCassette(
  folder: string,
  exchanges: Iterable<RecordedExchange>,
  secrets: readonly Secret[] = [],
): CassetteDocument {
  refuseTaken(folder);
  const search = credentialSearch(secrets);
  return makeFolderAtomically(folder, (write) => {
    const entries = new Map<string, CassetteEntry>();
    const headings: Heading[] = [];
    for (const exchange of exchanges) {
      if (entries.has(exchange.id)) throw repeated(exchange.id, folder);
      entries.set(exchange.id, writeExchange(exchange, entries.size + 1, write, search));
      headings.push(headingOf(exchange));
    }
    if (entries.size === 0) throw empty(folder);
    const document: CassetteDocument = {
      version: cassetteVersion,
      dialect: common(headings.map(({ dialect }) => dialect)),
      provider: common(headings.map(({ provider }) => provider)),
      client: common(headings.map(({ client }) => client)),
      exchanges: [...entries.values()],
    };
    const text = encodeCassette(document);
    refuseIn(text, search, ({ at }) => `${cassetteFileName}, line ${text.slice(0, at).split("\n").length}`);
    write(cassetteFileName, text);
    return document;
  });
}

/** Throws HX230 where something is there already; asked before a session is recorded, it spares the session. */
export function refuseTaken(folder: string): void {
  if (statKind(folder) === "missing") return;
  throw new HarnessError({
    code: "HX230",
    what: "something is there already, and a cassette never replaces anything",
    where: folder,
    mend: "name another folder, or remove this one first",
    exit: 2,
  });
}

type Heading = Pick<CassetteDocument, "dialect" | "provider" | "client">;

function headingOf({ dialect, provider, headers }: RecordedExchange): Heading {
  const userAgent = headers.find(([name]) => name.toLowerCase() === "user-agent");
  return { dialect, provider, client: userAgent?.[1] ?? null };
}

/** What all that say anything say alike. */
function common<Value>(values: readonly (Value | null)[]): Value | null {
  const [first = null, ...others] = new Set(values.filter((value) => value !== null));
  return others.length === 0 ? first : null;
}

function repeated(id: string, folder: string): HarnessError {
  const what = `two exchanges have the id "${id}"`;
  return new HarnessError({ code: "HX206", what, where: folder, mend: "give each an id of its own", exit: 3 });
}

function empty(folder: string): HarnessError {
  const mend = "record a session with at least one request";
  return new HarnessError({ code: "HX211", what: "there is no exchange to write", where: folder, mend, exit: 2 });
}
