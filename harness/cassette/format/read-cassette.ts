import { isUtf8 } from "node:buffer";
import { join } from "node:path";

import { readBytes } from "../../io/files/disk.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { findParentCircle } from "../../kernel/roots/find-parent-circle.ts";
import { type CassetteDocument, cassetteFileName } from "./cassette-document.ts";
import { namedParents } from "./named-parents.ts";
import { parseCassette } from "./parse-cassette.ts";
import { placeInYaml } from "./cassette-yaml.ts";
import { maxBodyBytes } from "../size-limit.ts";

/**
 * The content of a cassette's `cassette.yaml`, without checking the bodies.
 *
 * @throws HarnessError HX204 not UTF-8, HX206 an id twice, HX211 no exchange, HX221 to HX223, HX256 parents in a circle; HX5xx if
 * the disk refuses
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
  refuseCircle(cassette, bytes.toString("utf8"), path);
  return cassette;
}

/** In a circle every exchange is a fork, and no exchange begins a conversation. */
function refuseCircle({ exchanges }: CassetteDocument, text: string, path: string): void {
  const circle = findParentCircle(namedParents(exchanges));
  const [first] = circle ?? [];
  if (circle === null || first === undefined) return;
  const at = exchanges.findIndex(({ id }) => id === first);
  throw new HarnessError({
    code: "HX256",
    what: `\`forkOf\` leads in a circle: exchange ${circle.join(" → ")}`,
    where: placeInYaml(text, path, ["exchanges", at, "forkOf"]),
    fix: "name in `forkOf` the exchange that each one forks, or remove the line",
    exit: 3,
  });
}

function unusable(code: `HX${number}`, what: string, where: string): HarnessError {
  return new HarnessError({
    code,
    what,
    where,
    fix: "take the cassette as it was recorded, or record again",
    exit: 3,
  });
}
