import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { complaintOf, findCitations, findNumberedSections } from "./find-citations.ts";
import { edgesOf } from "./find-violations.ts";
import { readSource } from "./read-source.ts";

const files = globSync(["*.md", "{harness,src,test,fixtures,scenarios}/**/*.{md,ts,yaml}"], {
  exclude: ["fixtures/cassettes/**", "test/cli/golden/**", "test/architecture/citations.test.ts"],
})
  .map((path) => path.replaceAll("\\", "/"))
  .map((path) => [path, readFileSync(path, "utf8")] as const);

test("a document that a comment, a page or a scenario cites is in the repository, with its section", () => {
  const citations = files.flatMap(([path, text]) => findCitations(path, text));
  expect(citations.length).toBeGreaterThan(200);
  expect(citations.filter(({ anchors }) => anchors.length > 0).length).toBeGreaterThan(80);
  expect(citations.flatMap((citation) => complaintOf(citation) ?? [])).toEqual([]);
});

test("no comment cites a section by its number", () => {
  expect(files.flatMap(([path, text]) => findNumberedSections(path, text))).toEqual([]);
});

test.each([
  ["harness/cli/a.ts", "/** Exit codes (design.md). */", "design.md, which is not in the repository"],
  ["harness/cli/a.ts", "// See harness/CONTRACTS.md#no-such-code.", "#no-such-code, which is not a heading"],
  ["harness/providers/x/a.ts", 'const SOURCE = "FACTS.md#deepseek and #no-such";', "#no-such, which is not a heading"],
  ["src/README.md", "See [the page](../docs/page.md).", "../docs/page.md, which is not in the repository"],
  ["scenarios/a.yaml", "name: a # as other-forks.md has it", "other-forks.md, which is not in the repository"],
])("a citation of a missing document or section is found in %s: %s", (path, text, complaint) => {
  const complaints = findCitations(path, text).flatMap((citation) => complaintOf(citation) ?? []);
  expect(complaints).toEqual([expect.stringContaining(complaint)]);
});

test("a section that is cited by its number is found", () => {
  expect(findNumberedSections("a.ts", "/** See section 2.4. */")).toEqual(["a.ts cites section 2.4"]);
});

test("a vector or a failure that a comment or a test names has its row in VECTORS.md", () => {
  const rows = [...readFileSync("harness/cache-model/VECTORS.md", "utf8").matchAll(/^\| ([VFP]\d+) /gm)].map(
    ([, id]) => id,
  );
  const named = files
    .filter(([path]) => /^(?:test\/(?:cache-model|mock|money|simulate)|harness)\/.*\.ts$/.test(path))
    .flatMap(([, text]) => [...text.matchAll(/\b(?:V\d{2,3}|F[12]?\d(?= ))\b/g)].map(([id]) => id));
  expect(new Set(named).size).toBeGreaterThan(110);
  expect(named.filter((id) => !rows.includes(id))).toEqual([]);
});

test("only the platform skips a test of `npm test`", () => {
  // The parity test writes skipped tests, to see that they do not count.
  const quick = files.filter(([path]) => QUICK.test(path) && path !== "test/src/parity/parity.test.ts");
  const skips = quick.flatMap(([path, text]) =>
    [...text.matchAll(/\b(?:test|it|describe)\.(?:skip|todo|fails|skipIf|runIf)\b.*/g)].map(
      ([how]) => `${path}: ${how}`,
    ),
  );
  expect(skips.length).toBeGreaterThan(2);
  expect(skips.filter((each) => !/\.(?:skipIf|runIf)\(process\.platform/.test(each))).toEqual([]);
});

test("no test of `npm test` reads recordings that a clone lacks", () => {
  const sources = files.filter(([path]) => path.startsWith("test/") && path.endsWith(".ts"));
  const readers = new Set(sources.filter(([, text]) => OUTSIDE.test(text)).map(([path]) => path));
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources)
    for (const { to } of edgesOf(readSource(path, text))) importers.set(to, [...(importers.get(to) ?? []), path]);
  /** The files that import each reader, directly or by way of others, with the readers. */
  const readersOf = new Map<string, string[]>();
  for (const reader of readers) {
    const reached = new Set([reader]);
    for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
    for (const path of reached) readersOf.set(path, [...(readersOf.get(path) ?? []), reader]);
  }
  expect(readers.size).toBeGreaterThan(10);
  const quick = sources.map(([path]) => path).filter((path) => QUICK.test(path));
  expect(quick.length).toBeGreaterThan(200);
  const reading = quick.flatMap((path) => {
    const found = readersOf.get(path);
    return found === undefined ? [] : [`${path} reads recordings by ${found.join(", ")}`];
  });
  expect(reading).toEqual([]);
});

/** The folder next to a checkout, from the root or from a test's own folder. */
const OUTSIDE = /["'`](?:\.\.\/)+shared\/?(?:recordings|ground-truth|reference|["'`])/;
/** The tests of `npm test`. */
const QUICK = /^test\/(?!package\/).*(?<!\.slow|\.property)\.test\.ts$/;
