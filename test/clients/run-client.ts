import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { Source } from "../../harness/cassette/recorded-exchange.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { createMockProvider, type MockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { LANE_HEADER } from "../../harness/kernel/lane/lane-header.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { arrangeVariables, presets } from "../../harness/record/presets.ts";
import { providerUrl } from "../../harness/record/provider-url.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { main } from "../cli/run-forkproof.ts";
import type { ClientCase, ClientServer, KnownPair, Places, Turn } from "./client-case.ts";
import { clientEnvironment } from "./client-environment.ts";
import { runScenarios } from "./run-scenarios.ts";
import { transcriptRows } from "./transcript-rows.ts";

/** One line of the table: what was held against what. */
export type Row = { readonly pair: string; readonly expected: string; readonly got: string };

/**
 * Runs a client against the mocked provider twice, through `forkproof record` and without it, and holds what came of it to
 * what is known.
 */
export async function runClient(client: ClientCase, installed: string): Promise<readonly Row[]> {
  using folder = makeTempFolder();
  const node = process.execPath;
  const places = { installed, home: join(folder.path, "home"), project: join(folder.path, "project"), node };
  const out = join(folder.path, "cassette");
  const through = await serve(client, places, (baseUrl, environment) => {
    const record = [
      "record",
      ...(client.preset === null ? [] : ["--preset", client.preset]),
      "--upstream",
      baseUrl + (client.loginPath ?? ""),
      "--out",
      out,
      "--",
    ];
    return run([node, main, ...record, "sh", "-c", client.command(places), "sh"], places, environment);
  });
  const transcripts = transcriptRows(client, places, through.usage, folder.path);
  const without = await serve(client, places, (baseUrl, environment) =>
    runDirect({ ...client, environment }, places, baseUrl, folder.path),
  );
  const ended = { pair: "exit code", expected: "0, 0", got: `${through.exit}, ${without.exit}` };
  if (ended.got !== ended.expected) return [ended];
  const cassette = openRecording(out);
  const sent = openCassette(out);
  const asked = sent.ids.filter((id) => sent.load(id).request.length > 0);
  const recorded = asked.map((id) => ({ id, sha256: hash("sha256", sent.load(id).request) }));
  const idOf = (turn: Turn): string => recorded.find(({ sha256 }) => sha256 === through.digestOf(turn))?.id ?? "absent";
  const isServed = ({ sha256 }: { readonly sha256: string }): boolean => through.digests.includes(sha256);
  return [
    ended,
    { pair: "script", expected: "as foreseen", got: through.faults.join(" ") || "as foreseen" },
    {
      pair: "bodies, cassette and provider",
      expected: `${through.digests.length} the same`,
      got: `${recorded.filter(isServed).length} the same`,
    },
    // Later ones carry ids that the client makes up in each run, as may the first.
    {
      pair: "first body, with proxy and without",
      expected: hash("sha256", unvarying(without.first, client)),
      got: hash("sha256", unvarying(through.first, client)),
    },
    ...client.pairs.map((pair) => hold(pair, cassette, idOf)),
    ...transcripts,
    ...runScenarios(client.scenarios?.(places) ?? [], places.project),
  ].map(shortened);
}

/** Without what a client makes up in each run: ids, and whatever it says of itself. */
function unvarying(body: string, { madeUp = UUID }: ClientCase): string {
  return body.replace(madeUp ?? "", "").replaceAll(UUID, "id");
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Digests are compared whole and shown by their heads. */
function shortened({ pair, expected, got }: Row): Row {
  const short = (text: string): string => text.replace(/^([0-9a-f]{12})[0-9a-f]{52}$/, "$1");
  return expected === got ? { pair, expected: short(expected), got: short(got) } : { pair, expected, got };
}

type Served = {
  readonly exit: string;
  readonly digests: readonly string[];
  readonly first: string;
  readonly faults: readonly string[];
  /** Input tokens of each answer. */
  readonly usage: readonly number[];
  readonly digestOf: (turn: Turn) => string | null;
};

type Play = (baseUrl: string, environment: Readonly<Record<string, string>>) => Promise<string>;

/** A provider, a home and a project of its own for one run of a client. */
async function serve(client: ClientCase, places: Places, play: Play): Promise<Served> {
  prepare(client, places);
  const clock = { now: () => performance.now(), tick: () => performance.now() };
  const provider = named(await createMockProvider({ script: parseScript(client.script(places)), clock }), client);
  using folder = makeTempFolder();
  await using server = await (client.serve ?? overHttp)(provider, folder.path);
  const exit = await play(server.baseUrl, { ...client.environment, ...server.environment });
  return {
    exit,
    digests: server.digests(),
    first: asking(provider)[0]?.exchange.request.toString() ?? "",
    faults: provider.finish().map(({ what }) => what),
    usage: provider.served().flatMap(({ exchange }) => inputTokensOf(exchange.response?.body)),
    digestOf: ([lane, turn]) => {
      const served = provider.served().filter((each) => each.lane === lane)[turn - 1];
      return served === undefined ? null : server.messageOf(hash("sha256", served.exchange.request));
    },
  };
}

/** Requests with a body: one for a list of models has none. */
function asking(provider: MockProvider): ReturnType<MockProvider["served"]> {
  return provider.served().filter(({ exchange }) => exchange.request.length > 0);
}

function inputTokensOf(body: Uint8Array | undefined): readonly number[] {
  const told = Buffer.from(body ?? [])
    .toString()
    .match(/"input_tokens":(\d+)/g)
    ?.at(-1);
  return told === undefined ? [] : [Number(told.slice(told.indexOf(":") + 1))];
}

/** Says with each request whose it is, if the client's own words show it. */
function named(provider: MockProvider, { laneOf }: ClientCase): MockProvider {
  return {
    ...provider,
    answer: (request, sink, signal) => {
      const lane = laneOf?.(request.body.toString()) ?? null;
      const headers = lane === null ? request.headers : [...request.headers, [LANE_HEADER, lane] as const];
      return provider.answer({ ...request, headers }, sink, signal);
    },
  };
}

async function overHttp(provider: MockProvider): Promise<ClientServer> {
  const server = await serveLoopback(provider);
  return {
    baseUrl: server.baseUrl,
    digests: () => asking(provider).map(({ exchange }) => hash("sha256", exchange.request)),
    messageOf: (digest) => digest,
    [Symbol.asyncDispose]: server.close,
  };
}

function runDirect(client: ClientCase, places: Places, baseUrl: string, folder: string): Promise<string> {
  const url = providerUrl(new URL(baseUrl + (client.loginPath ?? "")));
  const arrange = presets.find(({ name }) => name === client.preset)?.arrange ?? arrangeVariables;
  const { environment, trailing } = arrange(
    { anthropic: url, openai: url, gemini: url },
    (name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    null,
  );
  const args = ["sh", "-c", client.command(places), "sh", ...trailing];
  return run(args, places, { ...client.environment, ...environment });
}

function hold({ pair, parent, child, expected }: KnownPair, cassette: Source, idOf: (turn: Turn) => string): Row {
  const judged = judge({ parent: cassette.load(idOf(parent)), child: cassette.load(idOf(child)) });
  const causes = judged.findings.filter(({ role }) => role === "cause").map(({ code }) => code);
  const place = expected.pointer === undefined ? [] : [judged.divergence?.pointer ?? "nowhere"];
  return {
    pair,
    expected: [
      expected.verdict,
      ...expected.causes,
      ...(expected.pointer === undefined ? [] : [expected.pointer]),
    ].join(" "),
    got: [judged.verdict, ...causes, ...place].join(" "),
  };
}

function prepare(client: ClientCase, places: Places): void {
  for (const folder of [places.home, places.project]) rmSync(folder, { recursive: true, force: true });
  for (const folder of [places.home, join(places.project, ".git")]) mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(client.files(places))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Longer than any of them takes; a client that waits for a person is ended. */
const PATIENCE_MS = 300_000;

/** In a process of its own and a home of its own; its requests to hosts other than loopback go nowhere. */
function run(
  [program = "", ...args]: readonly string[],
  { home, project }: Places,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const env = { ...clientEnvironment(home), ...environment };
  return new Promise((settle) => {
    const child = execFile(program, args, { cwd: project, env, timeout: PATIENCE_MS }, (fault, _, err) => {
      settle(fault === null ? "0" : `${child.exitCode ?? child.signalCode}: ${err.trim().split("\n").at(-1) ?? ""}`);
    });
    child.stdin?.end();
  });
}
