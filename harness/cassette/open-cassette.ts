import { join } from "node:path";

import { readBytes, statKind } from "../io/files/disk.ts";
import type { RecordedResponse } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { CassetteBody, CassetteDocument, CassetteEntry, CassetteResponse } from "./format/cassette-document.ts";
import { codingOfFile, decodeBody, type EncodedBody } from "./format/content-coding.ts";
import { GrowingDigest } from "./format/growing-digest.ts";
import { inSentOrder } from "./in-sent-order.ts";
import { noSuchId } from "./no-such-id.ts";
import { namedParents } from "./format/named-parents.ts";
import { readCassette } from "./format/read-cassette.ts";
import type { RecordedExchange, Source } from "./recorded-exchange.ts";
import { maxBodyBytes } from "./size-limit.ts";

/**
 * Opens a cassette folder; its ids stand in the order in which they were sent (see `inSentOrder`). A body is read when its exchange is loaded, and its digest checked each time.
 *
 * @throws HarnessError those of `readCassette`; on load HX207, HX224 missing body, HX225 changed body, HX226 not what
 *   its coding says, HX514 above 64 MiB
 */
export function openCassette(folder: string): Source {
  const cassette = readCassette(folder);
  const entries = new Map(cassette.exchanges.map((entry) => [entry.id, entry]));
  const order = inSentOrder([...entries.keys()], cassette.exchanges.map(sentAtMsOf));
  const digests = new GrowingDigest();
  return {
    name: folder,
    format: "cassette",
    ...order,
    ...sentTimes(cassette.exchanges),
    forkOf: namedParents(cassette.exchanges),
    load: (id) => {
      const entry = entries.get(id);
      if (entry === undefined) throw noSuchId(id, order.ids, folder);
      return loadEntry({ folder, digests }, cassette, entry);
    },
  };
}

/**
 * When an exchange was sent; null if unknown. A time without that of the first byte was imported: it may be the time of the
 * answer, and imported exchanges are in order already.
 */
function sentAtMsOf({ startedAt, response }: CassetteEntry): number | null {
  const hasTimes = response === null || response.firstByteMs !== null;
  return startedAt === null || !hasTimes ? null : Date.parse(startedAt);
}

/** Absent unless all are known. */
function sentTimes(entries: readonly CassetteEntry[]): Pick<Source, "sentAtMs"> {
  const times = new Map(
    entries.flatMap((entry): readonly (readonly [string, number])[] => {
      const sent = sentAtMsOf(entry);
      return sent === null ? [] : [[entry.id, sent]];
    }),
  );
  return times.size < entries.length ? {} : { sentAtMs: (id: string) => times.get(id) ?? null };
}

/** Where a cassette lies, and what takes the digests of its bodies. */
type Place = { readonly folder: string; readonly digests: GrowingDigest };

function loadEntry(place: Place, cassette: CassetteDocument, entry: CassetteEntry): RecordedExchange {
  const { startedAt, response, ...kept } = entry;
  const [request, encodedRequest] = loadBody(place, entry.request);
  const [body, encodedResponse] = loadBody(place, response?.body ?? null);
  return {
    ...kept,
    request,
    response: response && responseOf(response, body),
    startedAtMs: startedAt === null ? null : Date.parse(startedAt),
    firstByteMs: response?.firstByteMs ?? null,
    dialect: cassette.dialect,
    provider: cassette.provider,
    usage: response?.usage ?? null,
    chunks: response?.chunks ?? null,
    encoded: { request: encodedRequest, response: encodedResponse },
  };
}

function responseOf({ status, contentType, usageIsReal }: CassetteResponse, body: Buffer): RecordedResponse {
  return { status, contentType, body, usageIsReal };
}

/** A body as it reads, and as it crossed the wire where it was compressed. */
function loadBody(place: Place, body: CassetteBody | null): readonly [Buffer, EncodedBody | null] {
  if (body === null) return [Buffer.alloc(0), null];
  const bytes = loadFile(place, body);
  const coding = codingOfFile(body.file);
  if (coding === null) return [bytes, null];
  return [decodeBody({ coding, bytes }, join(place.folder, body.file)).body, { coding, bytes }];
}

function loadFile({ folder, digests }: Place, { file, sha256 }: CassetteBody): Buffer {
  const where = join(folder, file);
  const fix = "take the whole folder as it was recorded, or record again";
  let bytes: Buffer;
  try {
    bytes = readBytes(where, maxBodyBytes);
  } catch (fault) {
    if (statKind(where) !== "missing") throw fault;
    const what = `${file} is missing, yet cassette.yaml names it`;
    throw new HarnessError({ code: "HX224", what, where, fix, exit: 3, cause: fault });
  }
  const found = digests.of(bytes);
  if (found === sha256) return bytes;
  const what = `${file} was changed: its sha256 is ${found}, yet ${sha256} was recorded`;
  throw new HarnessError({ code: "HX225", what, where, fix, exit: 3 });
}
