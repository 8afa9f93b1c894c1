import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { finish, installPackage } from "./install.ts";
import { installNodes, NODES } from "./nodes.ts";
import { wires, writeProject } from "./wires.ts";

/** About 40 s on two cores with a registry near by; most of it is npm. */
let folder: TempFolder;
let nodes: TempFolder;
let nodeOf: ReturnType<typeof installNodes>;
const cli = "node_modules/forkproof/cli.js";

beforeAll(() => {
  folder = makeTempFolder();
  nodes = makeTempFolder();
  installPackage(folder.path);
  writeProject(folder.path);
  nodeOf = installNodes(nodes.path);
  if (nodeOf === null) console.warn(`NOT RUN: npm has no Node for ${process.platform} ${process.arch}`);
});
afterAll(() => {
  folder[Symbol.dispose]();
  nodes[Symbol.dispose]();
});

describe.each(NODES)("the package on Node %s", (version) => {
  const node = (...args: readonly string[]): ReturnType<typeof finish> => {
    if (nodeOf === null) throw new Error("no Node of another version can be installed here");
    return finish(folder.path, nodeOf(version), args);
  };

  test("runs on the version that npm installed", () => {
    expect(node("--version").stdout.trim().slice(1).split(".").slice(0, version.split(".").length).join(".")).toBe(
      version,
    );
  });

  test("passes a mocked scenario on each wire format, with a module and with a TypeScript module", () => {
    const { status, stdout, stderr } = node(cli, "run", "--json", "--report", `reports/${version}.json`);
    const result = JSON.parse(stdout) as { jobs: { id: string; outcome: object }[] };
    expect([
      stderr,
      result.jobs.filter(({ outcome }) => !("status" in outcome) || outcome.status !== "passed"),
    ]).toEqual([`report: reports/${version}.json\n`, []]);
    expect(result.jobs.map(({ id }) => id).sort()).toEqual(
      [...wires.map(({ wire }) => wire), "module", "typescript"].sort(),
    );
    expect(status).toBe(0);
  });

  test("counts a prompt of each wire format with simulate --estimates-only", () => {
    const { status, stdout, stderr } = node(cli, "simulate", "traffic.jsonl", "--estimates-only", "--json");
    const { exchanges } = JSON.parse(stdout) as { exchanges: { predicted: { total: number } }[] };
    expect([exchanges.length, exchanges.every(({ predicted }) => predicted.total > 1_000), stderr]).toEqual([
      4,
      true,
      "traffic.jsonl: a traffic file of 4 requests\n",
    ]);
    expect(status).toBe(0);
  });

  test("answers a library fork on each wire format with serve, which keeps running", async () => {
    if (nodeOf === null) throw new Error("no Node of another version can be installed here");
    const server = spawn(nodeOf(version), [cli, "serve", "--script", "serve.yaml"], { cwd: folder.path });
    const ended = once(server, "close");
    const [line] = (await once(createInterface(server.stdout), "line")) as [string];
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    // Asynchronous, so that the server's output is read meanwhile.
    const library = spawn(nodeOf(version), [join(folder.path, "library.mjs"), baseUrl], { cwd: folder.path });
    const said: string[] = [];
    for (const stream of [library.stdout, library.stderr])
      stream.on("data", (bytes: Buffer) => said.push(String(bytes)));
    await once(library, "close");
    expect(
      said
        .join("")
        .trim()
        .split("\n")
        .map((each) => each.trim()),
    ).toEqual(wires.map(({ wire }) => `${wire} completed Anna sailed.`));
    server.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
  });
});
