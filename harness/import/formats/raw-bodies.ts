import { join } from "node:path";

import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { listFolder, modifiedMs, readBytes } from "../../io/files/disk.ts";
import type { ImportNotes } from "../foreign-format.ts";
import { importedExchange } from "../imported-exchange.ts";

export const rawBodiesName = "Claude Code raw bodies";

const REQUEST = ".request.json";
const RESPONSE = ".response.json";

/** Whether a folder is one that `OTEL_LOG_RAW_API_BODIES=file:<folder>` fills: a file for each body. */
export function holdsRawBodies(folder: string): boolean {
  return listFolder(folder).some(({ name, kind }) => kind === "file" && name.endsWith(REQUEST));
}

/**
 * Its bodies, in the order in which they were written. They were serialised for the log and not for the wire, and thinking of earlier answers is
 * left out of them, so they are of grade B. Names do not say which answer is whose: it is known where one request alone waited for it.
 */
export function* readRawBodies(folder: string, notes: ImportNotes): Generator<RecordedExchange> {
  const files = listFolder(folder)
    .filter(({ name }) => name.endsWith(REQUEST) || name.endsWith(RESPONSE))
    .map(({ name }) => ({ name, atMs: modifiedMs(join(folder, name)) }))
    .sort((a, b) => a.atMs - b.atMs || Number(a.name.endsWith(RESPONSE)) - Number(b.name.endsWith(RESPONSE)));
  for (const { request, response } of paired(files, notes)) {
    const body = readBytes(join(folder, request.name));
    if (body.includes('"thinking"')) notes.leftOut("requests whose earlier thinking the client may have left out");
    yield importedExchange({
      id: request.name.slice(0, -REQUEST.length),
      fidelity: "B",
      url: "/v1/messages",
      request: body,
      startedAtMs: request.atMs,
      response: response === null ? null : { status: 200, headers: JSON_BODY, body: readBytes(join(folder, response)) },
    });
  }
}

const JSON_BODY = [["content-type", "application/json"]] as const;

type LoggedFile = { readonly name: string; readonly atMs: number };
type Pair = { readonly request: LoggedFile; response: string | null };

function paired(files: readonly LoggedFile[], notes: ImportNotes): readonly Pair[] {
  const pairs: Pair[] = [];
  let waiting: Pair[] = [];
  for (const file of files) {
    if (file.name.endsWith(REQUEST)) {
      const pair: Pair = { request: file, response: null };
      pairs.push(pair);
      waiting.push(pair);
      continue;
    }
    const [only] = waiting;
    if (waiting.length === 1 && only !== undefined) only.response = file.name;
    else notes.leftOut("answers that may be of several requests");
    // An answer without a known request may belong to any request that waited for one.
    waiting = waiting.slice(1);
  }
  return pairs;
}
