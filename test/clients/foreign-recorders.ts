import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { importRecording } from "../../harness/import/import-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { parentBody } from "../mock/anthropic-body.ts";
import { findChromium } from "./find-chromium.ts";
import type { Row } from "./run-client.ts";

/** A recorder of somebody else's that writes a file of its own while a program asks the mocked provider. */
export type ForeignRecorder = {
  readonly name: string;
  /** Pinned, the recorder's own package first. */
  readonly packages: readonly string[];
  /** As `import` names it. */
  readonly format: string;
  /** An ES module: sends each of `bodies` to `url` in turn and writes into the working folder. */
  readonly source: string;
  /** What no package brings; null where it is there. */
  readonly obstacle?: () => string | null;
};

const chromium = findChromium();

export const foreignRecorders: readonly ForeignRecorder[] = [
  {
    name: "pollyjs",
    packages: ["@pollyjs/core@6.0.6", "@pollyjs/adapter-fetch@6.0.7", "@pollyjs/persister-fs@6.0.6"],
    format: "PollyJS",
    source: `
import { Polly } from "@pollyjs/core";
import FetchAdapter from "@pollyjs/adapter-fetch";
import FSPersister from "@pollyjs/persister-fs";
Polly.register(FetchAdapter);
Polly.register(FSPersister);
const polly = new Polly("forks", {
  adapters: ["fetch"],
  persister: "fs",
  persisterOptions: { fs: { recordingsDir: "." } },
  recordIfMissing: true,
});
for (const body of bodies) await (await fetch(url, { method: "POST", headers, body })).text();
await polly.stop();
`,
  },
  {
    name: "node-fetch-har",
    packages: ["node-fetch-har@1.0.1", "node-fetch@2.7.0"],
    format: "HAR",
    source: `
import { writeFileSync } from "node:fs";
import { createHarLog, withHar } from "node-fetch-har";
import nodeFetch from "node-fetch";
const entries = [];
const recorded = withHar(nodeFetch, { onHarEntry: (entry) => void entries.push(entry) });
for (const body of bodies) await (await recorded(url, { method: "POST", headers, body })).text();
writeFileSync("recording.har", JSON.stringify(createHarLog(entries)));
`,
  },
  {
    // A real browser sends the bodies from a page of the same origin; what its network log held is written as HAR.
    name: "chromium",
    packages: ["playwright-core@1.64.1"],
    format: "HAR",
    obstacle: () => (chromium === null ? "no Chromium or Chrome is on the path" : null),
    source: `
import { chromium } from "playwright-core";
const args = ["--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update"];
const browser = await chromium.launch({ executablePath: ${JSON.stringify(chromium)}, args });
const context = await browser.newContext({ recordHar: { path: "recording.har", content: "embed" } });
const page = await context.newPage();
await page.goto(new URL("/", url).href);
const ask = async ([url, headers, body]) => (await fetch(url, { method: "POST", headers, body })).text();
for (const body of bodies) await page.evaluate(ask, [url, headers, body]);
await context.close();
await browser.close();
`,
  },
];

/**
 * As long as an agent's, since browsers keep long bodies apart, and with letters beyond ASCII. White space and escapes that no serialiser
 * writes show whether the bytes stay; the last one breaks the prefix.
 */
const notes = { role: "user", content: `Größe 🙂: ${"all that was said so far; ".repeat(8000)}` } as const;
const parent = ` ${JSON.stringify({ ...parentBody, messages: [notes, ...parentBody.messages] }).replace(/"model":/, '"model" : ')}`;
const fork = continued(parent);
const broken = fork.replace("You look after a small shop.", "You look after a large shop.");

/** Records three requests, imports what the recorder wrote and holds it to what the provider heard. */
export async function recorderRows(
  { packages, format, source }: ForeignRecorder,
  installed: string,
): Promise<readonly Row[]> {
  using folder = makeTempFolder();
  const clock = { now: () => performance.now(), tick: () => performance.now() };
  const script = { parent: [{ text: "Three." }], fork: [{ text: "Done." }], "fork[2]": [{ text: "Done." }] };
  const provider = await createMockProvider({ script: parseScript(script), clock });
  await using server = await serveLoopback(provider);
  const program = join(installed, "record.mjs");
  writeFileSync(program, `${ASKED}${HEADERS}${source}`);
  const asked = { url: `${server.baseUrl}/v1/messages`, bodies: [parent, fork, broken] };
  writeFileSync(join(folder.path, "asked.json"), JSON.stringify(asked));
  await runNode([program], folder.path);
  const written = readdirSync(folder.path, { recursive: true, encoding: "utf8" }).find((each) => each.endsWith(".har"));
  const cassette = join(folder.path, "cassette");
  const report = importRecording(join(folder.path, written ?? "nothing"), cassette);
  const kept = openCassette(cassette);
  const sha = (bytes: Uint8Array | string): string => hash("sha256", bytes).slice(0, 12);
  const { exchanges } = inspectRecording(openRecording(cassette));
  return [
    {
      pair: `what ${packages[0]} wrote, imported`,
      expected: `${format}, grade A, 3 exchanges`,
      got: `${report.format}, grade ${report.fidelity}, ${report.exchanges} exchanges`,
    },
    {
      pair: "bodies, import and provider",
      // A browser fetches a page first, which asks nothing.
      expected: provider
        .served()
        .filter(({ exchange }) => exchange.request.length > 0)
        .map(({ exchange }) => sha(exchange.request))
        .join(" "),
      got: kept.ids.map((id) => sha(kept.load(id).request)).join(" "),
    },
    {
      pair: "fork that keeps the prefix, and one that does not",
      expected: "byte-identical, diverged",
      got: exchanges
        .slice(1)
        .map(({ verdict }) => verdict)
        .join(", "),
    },
  ];
}

const ASKED = `import { readFileSync } from "node:fs";\nconst { url, bodies } = JSON.parse(readFileSync("asked.json", "utf8"));\n`;
const HEADERS = `const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "mocked" };\n`;

function continued(body: string): string {
  const end = body.lastIndexOf("]");
  const more = `,{"role":"assistant","content":"Three."},{"role":"user","content":"Summarise."}`;
  return body.slice(0, end) + more + body.slice(end);
}

function runNode(args: readonly string[], cwd: string): Promise<void> {
  return new Promise((settle, fail) => {
    // PollyJS complains with the whole body.
    execFile(process.execPath, args, { cwd, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 }, (fault, _, err) => {
      if (fault === null) settle();
      else fail(new Error(/^.*Error: .*$/m.exec(err)?.[0].slice(0, 300) ?? fault.message.slice(0, 300)));
    });
  });
}
