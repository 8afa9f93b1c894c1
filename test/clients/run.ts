import { agentRows } from "./agent-on-ai.ts";
import { aiSdk } from "./ai-sdk.ts";
import { claudeCodeSessions } from "./claude-code.ts";
import type { ClientCase } from "./client-case.ts";
import { clineSession } from "./cline.ts";
import { codexClients } from "./codex.ts";
import { continueSession } from "./continue.ts";
import { forwardedClients } from "./forwarded-clients.ts";
import { type ForwardedClient, forwardedRows, missingProgram } from "./forwarded.ts";
import { foreignRecorders, recorderRows } from "./foreign-recorders.ts";
import { geminiWithLogin } from "./gemini.ts";
import { installClient } from "./install-client.ts";
import { piClients } from "./pi.ts";
import { presetClients, presetRows } from "./preset-clients.ts";
import { qwenClients } from "./qwen-code.ts";
import { readmeRows } from "./readme-session.ts";
import { type Row, runClient } from "./run-client.ts";
import { missingBinary, runSession } from "./run-session.ts";
import type { SessionCase } from "./session-case.ts";

/** One that is run, and what is then held of it. */
type Held = {
  readonly name: string;
  readonly packages: readonly string[];
  readonly wire: string;
  readonly obstacle?: () => string | null;
  /** Why it cannot run although it is installed, or null. */
  readonly cannotRun?: (folder: string) => string | null;
  readonly rows: (folder: string) => Promise<readonly Row[]>;
};

const clients: readonly Held[] = [
  ...[...qwenClients, ...piClients, aiSdk, ...codexClients, geminiWithLogin].map(heldClient),
  ...[...claudeCodeSessions, continueSession, clineSession].map(heldSession),
  ...forwardedClients.map(heldForwarded),
  ...presetClients.map((client) => ({ ...client, rows: (folder: string) => presetRows(client, folder) })),
  { name: "agent on ai", packages: aiSdk.packages, wire: aiSdk.wire, rows: agentRows },
  ...foreignRecorders.map((recorder) => ({
    ...recorder,
    wire: "anthropic-messages",
    rows: (folder: string) => recorderRows(recorder, folder),
  })),
];

function heldClient(client: ClientCase): Held {
  const { name, packages, wire } = client;
  const readme = (folder: string): Promise<readonly Row[]> =>
    client === qwenClients[0] ? readmeRows(folder) : Promise.resolve([]);
  const rows = async (folder: string): Promise<readonly Row[]> => [
    ...(await runClient(client, folder)),
    ...(await readme(folder)),
  ];
  return { name, packages, wire, rows };
}

function heldForwarded(client: ForwardedClient): Held {
  return {
    ...client,
    obstacle: () => missingProgram(client),
    rows: (folder) => forwardedRows(client, folder),
  };
}

function heldSession(session: SessionCase): Held {
  return {
    ...session,
    cannotRun: (folder) => missingBinary(session, folder),
    rows: (folder) => runSession(session, folder),
  };
}

const heads = ["client", "version", "wire", "pair", "expected", "got", ""];
const skipped: string[] = [];
// Names choose some of them: `npm run test:clients -- codex`.
const names = process.argv.slice(2);
const wanted = clients.filter(({ name }) => names.length === 0 || names.some((each) => name.startsWith(each)));
const jobs = wanted.flatMap((client) => {
  const obstacle = client.obstacle?.() ?? null;
  const installed = obstacle === null ? installClient(client.packages) : { missing: obstacle };
  const missing = "missing" in installed ? installed.missing : (client.cannotRun?.(installed.folder) ?? null);
  if (!("missing" in installed) && missing === null) return [{ client, folder: installed.folder }];
  console.warn(`SKIPPED: ${client.name}, ${client.wire}: it cannot be installed: ${missing}`);
  skipped.push(client.name);
  return [];
});

// Two at a time: a client mostly waits for its own start.
const tables = new Map<Held, readonly (readonly string[])[]>();
const waiting = jobs.values();
async function work(): Promise<void> {
  for (const { client, folder } of waiting) {
    const version = /@([\d.]+)$/.exec(client.packages[0] ?? "")?.[1] ?? "";
    const found = await rowsOf(client, folder);
    const rows = found.map(({ pair, expected, got }) => {
      return [client.name, version, client.wire, pair, expected, got, expected === got ? "ok" : "NOT AS KNOWN"];
    });
    tables.set(client, rows);
  }
}
await Promise.all([work(), work()]);
const table = clients.flatMap((client) => tables.get(client) ?? []);

const widths = heads.map((head, column) => Math.max(head.length, ...table.map((row) => row[column]?.length ?? 0)));
for (const row of [heads, ...table])
  console.log(
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );

const seconds = Math.round(performance.now() / 1000);
const wrong = table.filter((row) => row.at(-1) !== "ok");
// Once more at the end, which is what is kept of a long log.
for (const row of wrong) console.log(`\n${row.join("  ")}`);
console.log(
  `\n${table.length - wrong.length} as known, ${wrong.length} not, ${skipped.length} clients skipped (${seconds} s)`,
);
// A table without a line has held nothing to anything.
if (wrong.length > 0 || table.length === 0) process.exitCode = 1;

/** A run that broke is one line that is not as known: the others are still worth running. */
async function rowsOf(client: Held, folder: string): Promise<readonly Row[]> {
  try {
    return await client.rows(folder);
  } catch (fault) {
    return [{ pair: "run", expected: "ran", got: fault instanceof Error ? fault.message : String(fault) }];
  }
}
