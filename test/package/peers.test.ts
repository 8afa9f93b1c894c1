import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { installPackage } from "./install.ts";
import { writeTestingProject } from "./testing-project.ts";

const { peerDependencies } = Object(JSON.parse(readFileSync("dist/package.json", "utf8")));
const PEERS = Object.entries(Object(peerDependencies)).map(([name, range]) => ({ name, range: String(range) }));

/** Installs by npm without force: a version outside the declared range is an error there. Npm on a busy machine takes minutes. */
it.each([
  { end: "lowest", versions: PEERS.map(({ name, range }) => `${name}@${/\d+\.\d+\.\d+/.exec(range)?.[0]}`) },
  { end: "highest", versions: PEERS.map(({ name, range }) => `${name}@${range.split(" || ").at(-1)}`) },
])(
  "with the $end versions that the package declares ($versions), a suite is green, and red for a bug",
  (peers) => {
    using folder = makeTempFolder();
    installPackage(folder.path, ...peers.versions);
    writeTestingProject(folder.path);
    writeFileSync(join(folder.path, "msw.mjs"), asksThroughMsw);
    const node = (args: readonly string[], bug?: string): { readonly status: number | null; readonly said: string } => {
      const { BUG: _bug, VITEST: _vitest, ...outside } = process.env;
      const env = { ...outside, NO_COLOR: "1", ...(bug !== undefined && { BUG: bug }) };
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder.path, encoding: "utf8", env });
      return { status, said: stdout + stderr };
    };
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--testTimeout=120000"];
    const auto = ["--config", "vitest.auto.mjs", "auto.test.mjs"];
    for (const suite of [["asserting.test.mjs"], auto, ["--pool=vmThreads", ...auto]]) {
      expect(node([...vitest, ...suite])).toMatchObject({ status: 0 });
      const broken = node([...vitest, ...suite], "tool");
      expect(broken).toMatchObject({ status: 1, said: expect.stringContaining("CB202") });
    }
    expect(node(["msw.mjs"])).toEqual({ status: 0, said: "All hold. byte-identical\n" });
  },
  900_000,
);

const asksThroughMsw = `import { setupServer } from "msw/node";
import { judge, mockProvider } from "forkproof/testing";
import { parentAndFork } from "./agent.mjs";

await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] } });
const server = setupServer(...(await mock.handlers()));
server.listen({ onUnhandledRequest: "error" });
const answer = await parentAndFork(fetch);
const [parent, child] = mock.exchanges;
console.log(answer, judge({ parent, child }).verdict);
server.close();
`;
