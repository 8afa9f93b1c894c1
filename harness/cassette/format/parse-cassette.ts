import { wires } from "../../wires/list.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { DialectName } from "../../kernel/layout.ts";
import type { CassetteDocument } from "./cassette-document.ts";
import { placeInYaml, readCassetteYaml } from "./cassette-yaml.ts";
import { type FieldFault, Fields } from "../lines/fields.ts";
import { cassetteVersion, migrateCassette, readableVersions } from "./migrate-cassette.ts";
import { parseEntry } from "./parse-entry.ts";

/**
 * Reads the text of a `cassette.yaml`. `cassette.schema.json` accepts and refuses the same documents.
 *
 * @throws HarnessError HX221 not YAML, HX222 a version that is not known (an older one is read as the present one says it), HX223 a key or a value that does not belong
 */
export function parseCassette(text: string, path: string): CassetteDocument {
  const fault: FieldFault = (members, what) =>
    new HarnessError({
      code: "HX223",
      what,
      where: placeInYaml(text, path, members),
      fix: "see cassette.schema.json; forkproof writes this file itself: record again where a hand broke it",
      exit: 2,
    });
  const root = new Fields(migrateCassette(readCassetteYaml(text, path)), [], fault);
  refuseOtherVersion(root, text, path);
  root.refuseOthers(["version", "dialect", "provider", "client", "exchanges"]);
  return {
    version: cassetteVersion,
    dialect: root.wordOrNull("dialect", wireNames),
    provider: root.textOrNull("provider"),
    client: root.textOrNull("client"),
    exchanges: root.list("exchanges").map((entry, at) => parseEntry(new Fields(entry, ["exchanges", at], fault))),
  };
}

const wireNames: readonly DialectName[] = wires.map(({ name }) => name);

/** Runs before all other checks: another version may have other keys. */
function refuseOtherVersion(root: Fields, text: string, path: string): void {
  const version = root.raw("version");
  if (version === cassetteVersion) return;
  const found = version === null ? "no version" : `version ${JSON.stringify(version)}`;
  throw new HarnessError({
    code: "HX222",
    what: `the cassette has ${found}; this forkproof reads versions ${readableVersions.join(" and ")}`,
    where: placeInYaml(text, path, ["version"]),
    fix:
      typeof version === "number" && version > cassetteVersion
        ? "a newer forkproof wrote it: use that one, or record again"
        : "use the forkproof that recorded it, or record again",
    exit: 2,
  });
}
