import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";

import { readBytes, writeAtomically } from "../../io/files/disk.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { type CassetteDocument, cassetteFileName } from "./cassette-document.ts";
import { type MemberPlace, memberPlaces } from "./cassette-yaml.ts";
import { parseCassette } from "./parse-cassette.ts";
import { readCassette } from "./read-cassette.ts";
import { maxBodyBytes } from "../size-limit.ts";

export type SavedParents = {
  /** Path of the `cassette.yaml`. */
  readonly file: string;
  /** Parents by child: those that were written, and those that the file said already. */
  readonly written: ReadonlyMap<string, string>;
  readonly known: ReadonlyMap<string, string>;
};

/**
 * Writes parents to a cassette as `forkOf`. Every other byte of its `cassette.yaml` stays, comments too; the file is replaced whole, or not
 * at all.
 *
 * @throws HarnessError HX233 where the file is laid out so that a line cannot be put in; those of `readCassette`; HX513 and HX516
 */
export function saveParents(folder: string, parents: ReadonlyMap<string, string>): SavedParents {
  const file = join(folder, cassetteFileName);
  const before = readCassette(folder);
  const saysAlready = ([child, parent]: readonly [string, string]): boolean =>
    before.exchanges.some(({ id, forkOf }) => id === child && forkOf === parent);
  const written = new Map([...parents].filter((pair) => !saysAlready(pair)));
  const known = new Map([...parents].filter(saysAlready));
  if (written.size > 0) {
    const text = readBytes(file, maxBodyBytes).toString("utf8");
    writeAtomically(file, withParents(text, before, written, file));
  }
  return { file, written, known };
}

function withParents(
  text: string,
  before: CassetteDocument,
  parents: ReadonlyMap<string, string>,
  file: string,
): string {
  const wanted = {
    ...before,
    exchanges: before.exchanges.map((entry) => ({ ...entry, forkOf: parents.get(entry.id) ?? entry.forkOf })),
  };
  const edits = before.exchanges.flatMap(({ id }, at) => {
    const parent = parents.get(id);
    return parent === undefined ? [] : [{ at, parent }];
  });
  const edited = memberPlaces(
    text,
    ["exchanges"],
    "forkOf",
    edits.map(({ at }) => at),
  );
  // From the end, so that the places in front of it hold.
  const after = edits
    .map(({ parent }, index) => ({ place: edited[index], parent }))
    .toReversed()
    .reduce((sum, { place, parent }) => (place === undefined ? sum : put(sum, place, JSON.stringify(parent))), text);
  if (isDeepStrictEqual(parsedOrNull(after, file), wanted)) return after;
  throw new HarnessError({
    code: "HX233",
    what: "`forkOf` cannot be put into this layout of cassette.yaml, which was not changed",
    where: file,
    fix: `write it yourself: ${[...parents].map(([child, parent]) => `forkOf: ${JSON.stringify(parent)} at exchange ${child}`).join(", ")}`,
    exit: 2,
  });
}

function put(text: string, { start, end, before, after }: MemberPlace, value: string): string {
  return `${text.slice(0, start)}${before}${value}${after}${text.slice(end)}`;
}

function parsedOrNull(text: string, file: string): CassetteDocument | null {
  try {
    return parseCassette(text, file);
  } catch (fault) {
    if (fault instanceof HarnessError) return null;
    throw fault;
  }
}
