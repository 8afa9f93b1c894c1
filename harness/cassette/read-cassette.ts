import { isUtf8 } from "node:buffer";
import { join } from "node:path";

import { readBytes } from "../io/disk.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import { type CassetteDocument, cassetteFileName } from "./cassette-document.ts";
import { parseCassette } from "./parse-cassette.ts";
import { maxBodyBytes } from "./size-limit.ts";

/**
 * What a cassette's `cassette.yaml` says, the bodies not yet looked at.
 *
 * @throws HarnessError HX204 not UTF-8, HX206 an id twice, HX211 no exchange, HX221 to HX223; HX5xx where the disk refuses
 */
export function readCassette(folder: string): CassetteDocument {
  const path = join(folder, cassetteFileName);
  const bytes = readBytes(path, maxBodyBytes);
  if (!isUtf8(bytes)) throw unusable("HX204", `${cassetteFileName} is not UTF-8`, path);
  const cassette = parseCassette(bytes.toString("utf8"), path);
  const ids = cassette.exchanges.map(({ id }) => id);
  if (ids.length === 0) throw unusable("HX211", "the recording holds no exchange", path);
  const seen = new Set<string>();
  const repeated = ids.find((id) => seen.size === seen.add(id).size);
  if (repeated !== undefined) throw unusable("HX206", `two exchanges have the id "${repeated}"`, path);
  return cassette;
}

function unusable(code: `HX${number}`, what: string, where: string): HarnessError {
  return new HarnessError({
    code,
    what,
    where,
    mend: "take the cassette as it was recorded, or record again",
    exit: 3,
  });
}
