import { execFile, execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { createMockProvider, type MockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { main } from "../cli/run-forkproof.ts";
import type { Places } from "./client-case.ts";
import { clientEnvironment } from "./client-environment.ts";
import type { Row } from "./run-client.ts";
import { type Crossed, serveTlsMock } from "./serve-tls-mock.ts";

/** A client that finds its own provider, through `record --forward`. */
export type ForwardedClient = {
  readonly name: string;
  /** Pinned, the client's own package first; empty for programs of the system. */
  readonly packages: readonly string[];
  readonly wire: string;
  /** Of the system, to show that its programs are there. */
  readonly probe?: readonly [string, ...string[]];
  /** Names of its providers, which lead to the mocked one. */
  readonly hosts: readonly string[];
  /** Hosts of its login, in alphabetical order, which lead there too and must pass unread. */
  readonly loginHosts?: readonly string[];
  /** What its login puts before the mocked provider. */
  readonly wrap?: (provider: MockProvider) => Pick<MockProvider, "answer">;
  readonly files: (places: Places) => Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** For `sh -c`. */
  readonly command: (places: Places) => string;
  /** Protocols over which its requests reach the provider, in alphabetical order. */
  readonly protocols: string;
  /** Whether it prints the digests of each body that it sent and got. */
  readonly tellsDigests?: true;
};

/** Why a client of the system cannot run here, or null. */
export function missingProgram({ probe }: ForwardedClient): string | null {
  if (probe === undefined) return null;
  try {
    execFileSync(probe[0], probe.slice(1), { stdio: "pipe" });
    return null;
  } catch {
    return `\`${probe.join(" ")}\` fails`;
  }
}

/** Records it against a mocked provider behind TLS, and compares the digests of every body at both ends. */
export async function forwardedRows(client: ForwardedClient, installed: string): Promise<readonly Row[]> {
  using folder = makeTempFolder();
  const node = process.execPath;
  const places = { installed, home: join(folder.path, "home"), project: join(folder.path, "project"), node };
  for (const each of [places.home, join(places.project, ".git")]) mkdirSync(each, { recursive: true });
  for (const [path, text] of Object.entries(client.files(places))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const clock = { now: () => performance.now(), tick: () => performance.now() };
  const answers = Array.from({ length: 8 }, () => ({ text: "All is done." }));
  const lanes = Object.fromEntries(["parent", "fork", "fork[2]", "fork[3]"].map((lane) => [lane, answers]));
  const { loginHosts = [], wrap = (provider: MockProvider) => provider } = client;
  await using plain = await serveLoopback(wrap(await createMockProvider({ script: parseScript(lanes), clock })));
  await using provider = await serveTlsMock(plain.baseUrl, folder.path);
  const out = join(folder.path, "cassette");
  const moves = [...client.hosts, ...loginHosts].flatMap((host) => [
    "--connect-to",
    `${host}:443=127.0.0.1:${provider.port}`,
  ]);
  const args = [main, "record", "--forward", ...moves, "--out", out, "--", "sh", "-c", client.command(places)];
  const environment = { NODE_EXTRA_CA_CERTS: provider.trustedBy, ...client.environment };
  const { exit, printed } = await run([node, ...args], places, environment);
  if (exit !== "0") return [{ pair: "exit code", expected: "0", got: exit }];
  const crossed = provider.crossed.filter(({ host }) => !loginHosts.includes(host));
  const unread = provider.crossed.filter(({ host }) => loginHosts.includes(host));
  return [
    { pair: "exit code", expected: "0", got: exit },
    {
      pair: "protocols",
      expected: client.protocols,
      got: [...new Set(crossed.map(({ protocol }) => protocol))].toSorted().join(", "),
    },
    { pair: "bodies, cassette and provider", expected: same(crossed), got: sameInCassette(crossed, out) },
    ...(loginHosts.length === 0 ? [] : [unreadRow(loginHosts, unread, out)]),
    ...(client.tellsDigests === true
      ? [{ pair: "bodies, client and provider", expected: same(crossed), got: sameAtClient(crossed, printed) }]
      : []),
  ];
}

function same(crossed: readonly Crossed[]): string {
  return crossed.length === 0 ? "some" : `${crossed.length} requests and answers the same`;
}

function unreadRow(hosts: readonly string[], unread: readonly Crossed[], out: string): Row {
  const asked = [...new Set(unread.map(({ host }) => host))].toSorted();
  const cassette = openCassette(out);
  const kept = hosts.filter((host) => cassette.ids.some((id) => cassette.load(id).host === host));
  const expected = `${hosts.join(", ")} asked, none kept`;
  return { pair: "hosts of its login", expected, got: `${asked.join(", ")} asked, ${kept.join(", ") || "none"} kept` };
}

function sameInCassette(crossed: readonly Crossed[], out: string): string {
  const cassette = openCassette(out);
  const kept = cassette.ids.map((id) => {
    const { request, response } = cassette.load(id);
    return `${hash("sha256", request)} ${hash("sha256", response?.body ?? "")}`;
  });
  return same(crossed.filter(({ request, answer }) => kept.includes(`${request} ${answer}`)));
}

function sameAtClient(crossed: readonly Crossed[], printed: string): string {
  return same(crossed.filter(({ request, answer }) => printed.includes(`${request} ${answer}`)));
}

/** Longer than any of them takes; a client that waits for a person is ended. */
const PATIENCE_MS = 300_000;

function run(
  [program = "", ...args]: readonly string[],
  { home, project }: Places,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly exit: string; readonly printed: string }> {
  const env = { ...clientEnvironment(home), ...environment };
  const options = { cwd: project, env, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((settle) => {
    const child = execFile(program, args, options, (fault, printed, err) => {
      const exit = fault === null ? "0" : `${child.exitCode ?? child.signalCode}: ${err.trim().slice(-300)}`;
      settle({ exit, printed });
    });
    child.stdin?.end();
  });
}
