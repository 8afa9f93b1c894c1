import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { type Finished, finish, installPackage, npm } from "./install.ts";

const { peerDependencies } = Object(JSON.parse(readFileSync("dist/package.json", "utf8")));
const VITESTS = [...String(Object(peerDependencies).vitest).matchAll(/\d+\.\d+\.\d+/g)].map(String);

/** About 30 s, most of it npm. */
let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  installPackage(folder.path, "@types/node@22");
});
afterAll(() => folder[Symbol.dispose]());

test("the package names a version of each major version of Vitest that it takes", () => {
  expect(VITESTS.map((version) => version.split(".")[0])).toEqual(["3", "4", "5"]);
});

test.each(VITESTS)(
  "with Vitest %s, a user's strict test type-checks together with all declarations, except for each wrong word in it",
  (version) => {
    npm(folder.path, "install", `vitest@${version}`, "--ignore-scripts", "--cache", join(folder.path, "npm-cache"));
    const { status, stdout } = compile(`${right}${wrong.join("\n")}\n`);
    expect(status).not.toBe(0);
    const first = right.split("\n").length;
    const refused = new Set([...stdout.matchAll(/^use\.ts\((\d+),/gm)].map(([, line]) => Number(line) - first));
    expect(
      wrong.filter((_, at) => !refused.has(at)),
      stdout,
    ).toEqual([]);
    expect(
      [...refused].filter((at) => wrong[at] === undefined),
      stdout,
    ).toEqual([]);
    // Vitest 3.2.4 and the types of Chai that it asks for declare one member twice.
    const bare = compile(`import { expect } from "vitest";\nexpect(1).toBe(1);\n`);
    expect(inDeclarations(stdout)).toEqual(inDeclarations(bare.stdout));
  },
);

function compile(text: string): Finished {
  writeFileSync(join(folder.path, "use.ts"), text);
  const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
  const strict = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--skipLibCheck", "false"];
  const target = ["--target", "es2024", "--lib", "es2024,esnext.disposable,dom", "--types", "node"];
  return finish(folder.path, process.execPath, [
    compiler,
    "--noEmit",
    ...strict,
    ...target,
    "--module",
    "nodenext",
    "use.ts",
  ]);
}

function inDeclarations(said: string): readonly string[] {
  return said.split("\n").filter((line) => /^(?!use\.ts\(| )./.test(line));
}

const right = `import { expect, test } from "vitest";
import { acceptBreaks } from "forkproof/vitest";
import { inspect, judge, matchers, mockProvider, recordExchanges, type MockScript } from "forkproof/testing";

const script: MockScript = {
  parent: [{ text: "Anna did.", thinking: "Who?" }, { call: { read_note: { page: 1 } } }, { error: 529 }],
  fork: { when: { contains: "You are the fork" }, turns: [{ calls: [{ read_note: {} }, { read_note: {} }] }, { length: true }] },
  "fork[2]": [{ error: { status: 429, retryAfter: "7s" } }, { text: "Half", cut: 3 }],
};

test("every matcher", async () => {
  acceptBreaks(["CB202", "tool-removed"]);
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  const [parent, child] = tape.answered;
  expect(tape.exchanges[1]).toShareForkPrefix(tape.exchanges[0]);
  const { findings } = judge({ parent, child });
  expect(tape).toHaveNoCacheBreaks({ accept: findings.map(({ code }) => code) });
  expect(inspect(mock)).not.toHaveFinding("tool-removed");
  expect(tape).toHaveFinding(expect.stringMatching(/^CB3/));
  expect(child).toShareForkPrefix(parent, { at: "/messages/4", reusable: "yes" });
  expect(child).toHaveFirstTurnRatio({ atLeast: 0.9 });
  expect({}).not.toHaveDecision({ tool: "bash", input: expect.anything(), decision: "deny" });
  expect.soft(tape).toHaveNoCacheBreaks();
  await expect.poll(() => tape).toHaveNoCacheBreaks();
  await expect(Promise.resolve(tape)).resolves.not.toHaveFinding("CB202");
  expect.extend({ ...matchers });
});

declare const tape: ReturnType<typeof recordExchanges>;
`;

const wrong = [
  `expect(tape).toHaveFinding("CB999");`,
  `expect(tape).not.toHaveFinding("cb202");`,
  `expect(tape).toHaveFinding({ code: "CB202" });`,
  `expect(tape).toHaveNoCacheBreaks({ accept: ["tool-gone"] });`,
  `expect(tape).toHaveNoCacheBreaks({ accepts: [] });`,
  `acceptBreaks(["CB1"]);`,
  `expect(tape).toHaveFirstTurnRatio({ atleast: 0.9 });`,
  `expect(tape).toHaveDecision({ tool: "bash", decision: "denied" });`,
  `expect(tape.exchanges[1]).toShareForkPrefix(tape);`,
  `expect(tape.exchanges[1]).toShareForkPrefix(tape.exchanges[0], { reusable: "maybe" });`,
  `await mockProvider({ script: { frok: [{ text: "a" }] } });`,
  `await mockProvider({ script: { "fork[b]": [{ text: "a" }] } });`,
  `await mockProvider({ script: { fork: [{ txt: "a" }] } });`,
  `await mockProvider({ script: { fork: { turns: [{ text: 1 }] } } });`,
  `await mockProvider({ script: { fork: { when: { contain: "a" }, turns: [] } } });`,
  `await mockProvider({ script: [{ call: { read_note: "page 1" } }] });`,
  `await mockProvider({ script: [{ text: "a", error: 529 }] });`,
  `await mockProvider({ script: [{ error: { code: 529 } }] });`,
];
