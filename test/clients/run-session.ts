import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";

import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { InspectedExchange, JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import { main } from "../cli/run-forkproof.ts";
import { clientEnvironment } from "./client-environment.ts";
import type { Places } from "./client-case.ts";
import type { Row } from "./run-client.ts";
import type { ExpectedRequest, SessionCase } from "./session-case.ts";

/** Records a client with `record --mock` and compares who continues whom with what is known. Nothing of the recording is kept. */
export async function runSession(client: SessionCase, installed: string): Promise<readonly Row[]> {
  using folder = makeTempFolder();
  const node = process.execPath;
  const places = { installed, home: join(folder.path, "home"), project: join(folder.path, "project"), node };
  prepare(client, places);
  const script = join(folder.path, "script.yaml");
  writeFileSync(script, stringify(client.script(places)));
  const cassette = join(folder.path, "cassette");
  const options = ["--mock", script, "--out", cassette, "--json", "--fail-on-break"];
  const args = [main, "record", ...options, "--", "sh", "-c", client.command(places)];
  const { exit, out, err } = await run([node, ...args], places, client.environment);
  // An agent with its own prompt breaks nothing that was to be kept.
  const isBroken = client.requests.some(({ causes, relation }) => causes.length > 0 && relation !== "fresh");
  const ended = { pair: "exit code of record --fail-on-break", expected: isBroken ? "1" : "0", got: String(exit) };
  if (out === "") return [{ ...ended, got: `${exit}: ${err.trim().slice(-300)}` }];
  // A client that starts slowly lets `record` say after ten seconds that it has sent nothing yet: help for a person, and no fault.
  const faults = (err.match(/^HX\d+ .*/gm) ?? []).filter((line) => !line.endsWith(" for ten seconds"));
  const { inspection } = JSON.parse(out) as { readonly inspection: JudgedRecording | null };
  return [
    ended,
    { pair: "script", expected: "as foreseen", got: faults.join(" ") || "as foreseen" },
    ...lineageRows(client.requests, inspection?.exchanges ?? [], cassette),
  ];
}

/** Why a client that is installed cannot run here; null where it can. */
export function missingBinary({ binary }: SessionCase, installed: string): string | null {
  if (binary === null || existsSync(join(installed, "node_modules", binary))) return null;
  return `no program for ${process.platform}-${process.arch}: node_modules/${binary} is missing`;
}

function lineageRows(
  expected: readonly ExpectedRequest[],
  exchanges: readonly InspectedExchange[],
  folder: string,
): readonly Row[] {
  const cassette = openCassette(folder);
  const nameOf = new Map(
    exchanges.map(({ id }) => {
      const words = wordsAfterAnswer(cassette.load(id).request.toString());
      const names = expected.filter(({ says }) => words.includes(says)).map(({ name }) => name);
      return [id, names.join(" and ") || `unforeseen request ${id}`] as const;
    }),
  );
  const known = expected.map((request) => {
    const found = exchanges.filter(({ id }) => nameOf.get(id) === request.name);
    const got = found.map((exchange) => describe(exchange, nameOf)).join("; ") || "was not sent";
    return { pair: request.name, expected: describeExpected(request), got };
  });
  const others = [...nameOf.values()].filter((name) => expected.every((request) => request.name !== name));
  return [...known, { pair: "other requests", expected: "none", got: others.join(", ") || "none" }];
}

function describe(exchange: InspectedExchange, nameOf: ReadonlyMap<string, string>): string {
  const { parent, relation, verdict, findings, suspected } = exchange;
  const causes = findings.filter(({ role }) => role === "cause" || role === "invalid").map(({ code }) => code);
  const from = parent === null ? "" : ` of ${nameOf.get(parent) ?? parent}`;
  return [`${relation}${from}, ${verdict}`, ...causes, ...suspected.map((code) => `perhaps ${code}`)].join(" ");
}

function describeExpected({ continues, relation, verdict, causes }: ExpectedRequest): string {
  return [`${relation}${continues === null ? "" : ` of ${continues}`}, ${verdict}`, ...causes].join(" ");
}

/** All messages after the model's last one, as JSON. */
function wordsAfterAnswer(body: string): string {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly role: string }[] };
  return JSON.stringify(messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1));
}

function prepare(client: SessionCase, places: Places): void {
  for (const folder of [places.home, join(places.project, ".git")]) mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(client.files(places))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

type Ended = { readonly exit: number; readonly out: string; readonly err: string };

/** Longer than any of them takes. */
const PATIENCE_MS = 300_000;

function run(
  [program = "", ...args]: readonly string[],
  { home, project }: Places,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const env = { ...clientEnvironment(home), ...environment };
  const options = { cwd: project, env, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((settle) => {
    const child = execFile(program, args, options, (_, out, err) => settle({ exit: child.exitCode ?? -1, out, err }));
    child.stdin?.end();
  });
}
