import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fixtureCassettes } from "../../fixtures/make/fixture-cassettes.ts";
import { writeCassette } from "../../harness/cassette/format/write-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";

/** What a run recorded with `run --update`: times and ports of its own, made anew only on purpose. */
const RECORDED: readonly string[] = ["replayed-fork"];

const kept = "fixtures/cassettes";
const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());

const made = await fixtureCassettes();

test("every cassette has a writer script, or names what recorded it", () => {
  expect(readdirSync(kept).toSorted()).toEqual([...made.keys(), ...RECORDED].toSorted());
});

test.each([...made])("the files of %s are the same as `npm run fixtures` writes", (name, exchanges) => {
  const again = join(folder.path, name);
  writeCassette(again, exchanges);
  const files = readdirSync(again).toSorted();
  expect(readdirSync(join(kept, name)).toSorted()).toEqual(files);
  // The names say enough: a body of a fixture is too long for a difference.
  expect(
    files.filter((file) => !readFileSync(join(again, file)).equals(readFileSync(join(kept, name, file)))),
    "these are made otherwise now: run `npm run fixtures`, look at what changed, and commit it",
  ).toEqual([]);
});
