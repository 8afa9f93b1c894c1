import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeTraffic(folder.path);
});
afterEach(() => folder[Symbol.dispose]());

const run = (...args: readonly string[]): Promise<Printed> => runForkproof(args, folder.path);
const words = (text: string): string => text.replaceAll(/\s+/g, " ");
const cassetteFile = (): string => join(folder.path, "cassette", "cassette.yaml");
const cassetteText = (): string => readFileSync(cassetteFile(), "utf8");

/** `2: 1 (said)`: each exchange with its parent, and how that is known where it was named. */
function parentsIn({ out }: Printed): readonly string[] {
  const {
    exchanges,
  }: { exchanges: readonly { id: string; parent: string | null; parentBecause: readonly string[] }[] } =
    JSON.parse(out);
  return exchanges.map(({ id, parent, parentBecause }) =>
    `${id}: ${parent} ${parentBecause.filter((each) => each === "said" || each === "forkOf").join()}`.trim(),
  );
}

test("inspect --parent-of sets a request's parent, and names the option as the evidence", async () => {
  const printed = await run("inspect", "traffic.jsonl", "--json", "--parent-of", "3=1", "--parent-of=4=2");
  expect(printed.exit).toBe(0);
  expect(parentsIn(printed)).toEqual(["1: null", "2: 1", "3: 1 said", "4: 2 said"]);
  const { exchanges } = JSON.parse(printed.out) as {
    exchanges: readonly { alternatives: unknown; suspected: unknown }[];
  };
  expect(exchanges[2]).toMatchObject({ alternatives: [], suspected: [] });
});

test.for([
  ["9=1", "HX258", 'traffic.jsonl holds no exchange with the id "9"'],
  ["4=22", "HX258", "it holds 4: 1, 2, 3, 4"],
  ["3=3", "HX258", "exchange 3 is named as its own parent"],
  ["2=3", "HX258", "exchange 3 was sent after 2, so it cannot be its parent"],
  ["3", "HX503", '--parent-of takes two ids, not "3"'],
  ["3=", "HX503", "write --parent-of CHILD=PARENT"],
  ["=3", "HX503", "write --parent-of CHILD=PARENT"],
] as const)("inspect refuses --parent-of %s before it judges anything", async ([pair, code, told]) => {
  const printed = await run("inspect", "traffic.jsonl", "--parent-of", pair);
  expect(printed).toMatchObject({ exit: 2, out: "" });
  expect(words(printed.err)).toContain(code);
  expect(words(printed.err)).toContain(told);
  expect(words(printed.err)).toContain(`where --parent-of ${pair}`);
});

test("inspect refuses two parents of one child, and accepts the same pair twice", async () => {
  const [two, same] = [
    await run("inspect", "traffic.jsonl", "--parent-of", "3=1", "--parent-of", "3=2"),
    await run("inspect", "traffic.jsonl", "--parent-of", "3=1", "--parent-of", "3=1"),
  ];
  expect(two.exit).toBe(2);
  expect(words(two.err)).toContain("two parents are named for exchange 3: 1 and 2");
  expect(same.exit).toBe(0);
});

test("inspect refuses a --parent-of for a request outside any conversation", async () => {
  const line = { seq: 5, method: "GET", path: "/v1/models", headers: [], body: "", response: null };
  writeFileSync(join(folder.path, "traffic.jsonl"), `${JSON.stringify(line)}\n`, { flag: "a" });
  const printed = await run("inspect", "traffic.jsonl", "--parent-of", "5=1");
  expect(printed.exit).toBe(2);
  expect(words(printed.err)).toContain("HX258 exchange 5 continues nothing: GET /v1/models has no body");
});

test("--save writes the parents as forkOf and leaves every other byte of cassette.yaml", async () => {
  await run("import", "traffic.jsonl", "--out", "cassette");
  const before = `${cassetteText().replace('  - id: "3"\n', '  # the fork\n  - id: "3" # lost a tool\n')}# the end\n`;
  writeFileSync(cassetteFile(), before);
  const look = await run("inspect", "cassette", "--parent-of", "3=1");
  expect(look.exit).toBe(0);
  expect(cassetteText()).toBe(before);

  const saved = await run("inspect", "cassette", "--json", "--parent-of", "3=1", "--parent-of", "4=2", "--save");
  expect(saved.exit).toBe(0);
  expect(saved.err).toContain("saved in cassette/cassette.yaml: forkOf of 3 is 1, forkOf of 4 is 2\n");
  const after = before
    .replace("# lost a tool\n", '# lost a tool\n    forkOf: "1"\n')
    .replace('- id: "4"\n', '- id: "4"\n    forkOf: "2"\n');
  expect(cassetteText()).toBe(after);
  expect(readdirSync(join(folder.path, "cassette")).filter((name) => name.startsWith("."))).toEqual([]);

  const read = await run("inspect", "cassette", "--json");
  expect(parentsIn(read)).toEqual(["1: null", "2: 1", "3: 1 forkOf", "4: 2 forkOf"]);
});

test("--save replaces an existing forkOf, and leaves an equal one", async () => {
  await run("import", "traffic.jsonl", "--out", "cassette");
  await run("inspect", "cassette", "--parent-of", "3=1", "--parent-of", "4=1", "--save");
  const printed = await run("inspect", "cassette", "--parent-of", "3=2", "--parent-of", "4=1", "--save");
  expect(printed.err).toContain("saved in cassette/cassette.yaml: forkOf of 3 is 2\n");
  expect(printed.err).toContain("cassette/cassette.yaml already said: forkOf of 4 is 1\n");
  expect(cassetteText().match(/forkOf: .*/g)).toEqual(['forkOf: "2"', 'forkOf: "1"']);
});

test("--save keeps the layout of a cassette.yaml that was edited by hand", async () => {
  await run("import", "traffic.jsonl", "--out", "cassette");
  const before = cassetteText()
    .replace('  - id: "3"\n    method: "POST"', "  - {id: '3', method: POST}")
    .replace('  - id: "4"\n', "  -   id: '4' # lost a tool\n");
  const flow = before.replace(/ {2}- \{id: '3', method: POST\}\n((?: {4}.*\n)+)/, (_, members: string) => {
    const inline = members
      .trim()
      .split("\n")
      .map((member) => member.trim())
      .join(", ");
    return `  - {id: '3', method: POST, ${inline}, forkOf: }\n`;
  });
  const block = flow.replace(
    /(- {3}id: '4'.*\n)((?: {4}.*\n)+)/,
    (_, head: string, members: string) => head + members.replaceAll(/^ {4}/gm, "      "),
  );
  writeFileSync(cassetteFile(), block);
  const printed = await run("inspect", "cassette", "--parent-of", "3=1", "--parent-of", "4=1", "--save");
  expect(printed.err).toContain("saved in cassette/cassette.yaml: forkOf of 3 is 1, forkOf of 4 is 1\n");
  expect(cassetteText()).toBe(
    block.replace("forkOf: }", 'forkOf:  "1"}').replace("# lost a tool\n", '# lost a tool\n      forkOf: "1"\n'),
  );
});

test("--save is refused without --parent-of and on a JSON Lines file", async () => {
  const [none, lines] = [
    await run("inspect", "traffic.jsonl", "--save"),
    await run("inspect", "traffic.jsonl", "--parent-of", "3=1", "--save"),
  ];
  expect([none.exit, lines.exit]).toEqual([2, 2]);
  expect(words(none.err)).toContain("HX505 --save has nothing to save");
  expect(words(lines.err)).toContain("HX505 --save writes to a cassette, and this is a JSON Lines file");
  expect(words(lines.err)).toContain("forkproof import traffic.jsonl --out FOLDER");
});

async function nameParents(parents: Readonly<Record<string, string>>): Promise<void> {
  await run("import", "traffic.jsonl", "--out", "cassette");
  const text = Object.entries(parents).reduce(
    (sum, [child, parent]) => sum.replace(`- id: "${child}"\n`, `- id: "${child}"\n    forkOf: "${parent}"\n`),
    cassetteText(),
  );
  writeFileSync(cassetteFile(), text);
}

test("a cassette with a circle of forkOf is refused with file, line and exchanges", async () => {
  await nameParents({ 2: "3", 3: "2" });
  for (const command of [
    ["inspect", "cassette"],
    ["validate", "cassette"],
    ["judge", "cassette"],
  ]) {
    const printed = await run(...command);
    expect(printed.exit).toBe(3);
    expect(words(printed.err + printed.out)).toContain("HX256 `forkOf` leads in a circle: exchange 2 → 3 → 2");
    expect(words(printed.err + printed.out)).toMatch(/cassette\/cassette\.yaml:\d+:\d+/);
  }
});

test("a circle of --parent-of and forkOf is refused", async () => {
  await nameParents({ 2: "4" });
  const printed = await run("inspect", "cassette", "--parent-of", "4=3", "--parent-of", "3=2");
  expect(printed.exit).toBe(2);
  expect(words(printed.err)).toContain("HX258 with the `forkOf` of cassette this makes a circle: 2 → 4 → 3 → 2");
});

test("a forkOf that names a later exchange is refused", async () => {
  await nameParents({ 2: "4" });
  const printed = await run("inspect", "cassette");
  expect(printed.exit).toBe(3);
  expect(words(printed.err)).toContain("HX256 its parent 4 was sent after it where exchange 2");
});

async function session(parentOf: string): Promise<Printed> {
  const text = `name: a session\nsession:\n  source: traffic.jsonl\n  parentOf:\n${parentOf}expect: { findings: [CB202] }\n`;
  writeFileSync(join(folder.path, "session.yaml"), text);
  return run("run", "session.yaml", "--json");
}

test("a session scenario names parents under session.parentOf", async () => {
  const printed = await session('    "3": "1"\n    4: 2\n');
  const { jobs } = JSON.parse(printed.out) as {
    jobs: readonly { judgements: readonly { parent: { id: string }; child: { id: string } }[] }[];
  };
  expect(jobs[0]?.judgements.map(({ parent, child }) => `${child.id}: ${parent.id}`)).toEqual(["2: 1", "3: 1", "4: 2"]);
});

test.for([
  ['    "9": "1"\n', "5:5", 'no exchange with the id "9"'],
  ['    "3": "1"\n    "4": "4"\n', "6:5", "exchange 4 is named as its own parent"],
  ['    "2": "3"\n', "5:5", "exchange 3 was sent after 2"],
  ['    "3": "1"\n    3: 2\n', "6:5", "this key is already in the same map"],
  ['    "3": [1]\n', "5:10", "the id of an exchange"],
] as const)("a session scenario with invalid parents is refused at its line: %j", async ([parentOf, place, told]) => {
  const printed = await session(parentOf);
  expect(printed.exit).toBe(2);
  expect(printed.out).toContain(`session.yaml:${place}`);
  expect(JSON.stringify(JSON.parse(printed.out)).replaceAll('\\"', '"')).toContain(told);
  const validated = await run("validate", "session.yaml");
  expect(validated.exit).toBe(2);
  expect(validated.out + validated.err).toContain(`session.yaml:${place}`);
});
