import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BenchCase, BenchRow } from "./bench-case.ts";

const asks = 200;
const streams = 5;
const streamBytes = 100_000_000;

/** What the proxy adds, with provider, proxy and client each in a process of its own, as they are at a user's. */
export const recordingProxy: BenchCase = {
  name: "recording-proxy",
  compares: `a request through the recording proxy with the same request to the provider itself, on loopback`,
  run: async () => {
    await using provider = await start(providerSource);
    await using proxy = await start(proxySource, provider.url);
    const row = await firstByteRow(provider.url, proxy.url);
    const stream = await streamRow(provider.url, proxy.url);
    // What a first stream takes is the runtime's own; what the next ones add would be a leak.
    const before = await peakMemory(proxy);
    await streamRow(provider.url, proxy.url);
    const grewMb = ((await peakMemory(proxy)) - before) / 1024;
    const memory = { says: "memory stays flat: at most 32 MB more for the next 500 MB", met: grewMb <= 32 };
    return [row, stream, { ...stream, what: `memory: ${Math.round(grewMb)} MB more`, against: null, goal: memory }];
  },
};

async function firstByteRow(direct: string, proxied: string): Promise<BenchRow> {
  const timeToFirstByte = async (url: string): Promise<number> => {
    const startMs = performance.now();
    const response = await fetch(url, { method: "POST", body: "{}" });
    const tookMs = performance.now() - startMs;
    await response.arrayBuffer();
    return tookMs;
  };
  const [medianMs, floorMs] = await interleaved(
    asks,
    () => timeToFirstByte(proxied),
    () => timeToFirstByte(direct),
  );
  const goal = { says: "at most 2 ms more", met: medianMs - floorMs <= 2 };
  return { what: "time to first byte", medianMs, against: { what: "direct", medianMs: floorMs }, bytes: null, goal };
}

async function streamRow(direct: string, proxied: string): Promise<BenchRow> {
  const readAll = async (url: string): Promise<number> => {
    const startMs = performance.now();
    const response = await fetch(`${url}/stream`, { method: "POST", body: "{}" });
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    if (bytes !== streamBytes) throw new Error(`${bytes} bytes of ${streamBytes} came`);
    return performance.now() - startMs;
  };
  const [medianMs, floorMs] = await interleaved(
    streams,
    () => readAll(proxied),
    () => readAll(direct),
  );
  const goal = { says: "at most 10 % longer", met: medianMs <= floorMs * 1.1 };
  const against = { what: "direct", medianMs: floorMs };
  return { what: "100 MB stream", medianMs, against, bytes: streamBytes, goal };
}

async function interleaved(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<readonly [number, number]> {
  const [ourMs, theirMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ourMs.push(await ours());
    theirMs.push(await theirs());
  }
  return [median(ourMs), median(theirMs)];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

type Started = AsyncDisposable & { readonly url: string; readonly child: ChildProcess };

async function start(source: string, ...args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", source, ...args], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [url] = (await once(child, "message")) as [string];
  return {
    url,
    child,
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

/** In kilobytes. */
async function peakMemory({ child }: Started): Promise<number> {
  child.send("memory");
  const [peak] = (await once(child, "message")) as [number];
  return peak;
}

const providerSource = `
import { createServer } from "node:http";
const piece = Buffer.alloc(50_000, "data: {}\\n");
const server = createServer(async (request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (request.url !== "/stream") return response.end("data: {}\\n\\n");
  for (let sent = 0; sent < ${streamBytes}; sent += piece.length) {
    if (!response.write(piece)) await new Promise((go) => response.once("drain", go));
  }
  response.end();
}).listen(0, "127.0.0.1", () => process.send("http://127.0.0.1:" + server.address().port));
process.on("disconnect", () => process.exit());
`;

const folder = pathToFileURL(resolve(import.meta.dirname, "../../harness/record")).href;

const proxySource = `
const { createRecorder } = await import("${folder}/recorder.ts");
const { startRecordingProxy } = await import("${folder}/recording-proxy.ts");
const recorder = createRecorder({ usageIsReal: false });
const proxy = await startRecordingProxy(new URL(process.argv[1]), recorder);
process.on("message", () => process.send(process.resourceUsage().maxRSS));
process.on("disconnect", async () => {
  await proxy.close();
  recorder[Symbol.dispose]();
  process.exit();
});
process.send(proxy.origin);
`;
