import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { askProcess, median, type Started, startProcess, takeTurns } from "./processes.ts";

const asks = 200;
const streams = 5;
const streamBytes = 100_000_000;
/** Many times what any provider's model writes, and less than what two cores can copy three times over. */
const pacedMbPerSecond = 100;

/** What the proxy adds, with provider, proxy and client each in a process of its own, as they are at a user's. */
export const recordingProxy: BenchCase = {
  name: "recording-proxy",
  compares: `a request through the recording proxy with the same request to the provider itself and through a plain proxy on Node's http and a bare pipe of sockets, on loopback; provider, proxy and client share ${availableParallelism()} cores`,
  run: async () => {
    await using provider = await startProcess(providerSource);
    await using proxy = await startProcess(proxySource, provider.url);
    await using plain = await startProcess(plainSource, provider.url);
    await using pipe = await startProcess(pipeSource, provider.url);
    const row = await firstByteRow(provider.url, proxy.url);
    const rows = await streamRows(provider, proxy, plain);
    const bound = await boundRows(provider, proxy, pipe);
    // What a first stream takes is the runtime's own; what the next ones add would be a leak.
    const before = await askProcess<number>(proxy, "memory");
    const [again] = await streamRows(provider, proxy, plain);
    const grewMb = ((await askProcess<number>(proxy, "memory")) - before) / 1024;
    const memory = { says: "memory stays flat: at most 32 MB more for the next 500 MB", met: grewMb <= 32 };
    const memoryRow = {
      what: `memory: ${Math.round(grewMb)} MB more`,
      against: null,
      bytes: streamBytes,
      goal: memory,
    };
    return [row, ...rows, ...bound, { ...memoryRow, medianMs: again.medianMs }];
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

/**
 * What no proxy could do better. A stream as fast as memory is bound by what three processes copy on the cores there are, a bare
 * pipe of sockets included; one that the provider paces shows whether the proxy keeps up.
 */
async function boundRows(provider: Started, proxy: Started, pipe: Started): Promise<readonly BenchRow[]> {
  const ofWall = (rate: number) => async (through: Started) => (await readStream(through, rate))[0];
  const [unpaced, piped, bare] = await takeTurns(streams, [proxy, pipe, provider], ofWall(0));
  const [unpacedMs, pipedMs, bareMs] = [median(unpaced), median(piped), median(bare)];
  const [paced, direct] = await takeTurns(streams, [proxy, provider], ofWall(pacedMbPerSecond));
  const [pacedMs, directMs] = [median(paced), median(direct)];
  const goal = { says: "at most 10 % longer", met: pacedMs <= directMs * 1.1 };
  const what = `100 MB stream at ${pacedMbPerSecond} MB/s`;
  // On few cores the pipe itself may take longer than the goal: then it is the floor.
  const floor = { what: `bare pipe (${(pipedMs / bareMs).toFixed(2)}× direct)`, medianMs: pipedMs };
  const nearFloor = {
    says: "at most 15 % longer than direct, or 10 % longer than a bare pipe",
    met: unpacedMs <= Math.max(bareMs * 1.15, pipedMs * 1.1),
  };
  return [
    { what: "100 MB stream", medianMs: unpacedMs, against: floor, bytes: streamBytes, goal: nearFloor },
    { what, medianMs: pacedMs, against: { what: "direct", medianMs: directMs }, bytes: streamBytes, goal },
  ];
}

async function streamRows(provider: Started, proxy: Started, plain: Started): Promise<[BenchRow, BenchRow, BenchRow]> {
  const [ours, theirs, floor] = await takeTurns(streams, [proxy, plain, provider], (through) => readStream(through, 0));
  const [ms, cpuMs] = [median(ours.map(([wall]) => wall)), median(ours.map(([, cpu]) => cpu))];
  const [plainMs, plainCpuMs] = [median(theirs.map(([wall]) => wall)), median(theirs.map(([, cpu]) => cpu))];
  const floorMs = median(floor.map(([wall]) => wall));
  const common = { medianMs: ms, bytes: streamBytes };
  const goal = { says: "at most 10 % longer", met: ms <= floorMs * 1.1 };
  const noMore = { says: "no more work than a proxy that keeps nothing", met: cpuMs <= plainCpuMs * 1.1 };
  return [
    { ...common, what: "100 MB stream", against: { what: "direct", medianMs: floorMs }, goal },
    { ...common, what: "100 MB stream", against: { what: "plain proxy", medianMs: plainMs }, goal: null },
    {
      what: "CPU time of the proxy in it",
      medianMs: cpuMs,
      against: { what: "plain proxy", medianMs: plainCpuMs },
      bytes: null,
      goal: noMore,
    },
  ];
}

/** Wall time, and what the process in the middle used of a core. A rate of 0 is as fast as it goes. */
async function readStream(through: Started, mbPerSecond: number): Promise<readonly [wallMs: number, cpuMs: number]> {
  const cpuOf = async (): Promise<number> => {
    const { user, system } = await askProcess<NodeJS.CpuUsage>(through, "cpu");
    return (user + system) / 1000;
  };
  const cpuMs = await cpuOf();
  const startMs = performance.now();
  const response = await fetch(`${through.url}/stream/${mbPerSecond}`, { method: "POST", body: "{}" });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  if (bytes !== streamBytes) throw new Error(`${bytes} bytes of ${streamBytes} came`);
  return [performance.now() - startMs, (await cpuOf()) - cpuMs];
}

async function interleaved(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<readonly [number, number]> {
  const [ourMs, theirMs] = await takeTurns(rounds, [ours, theirs] as const, (measure) => measure());
  return [median(ourMs), median(theirMs)];
}

const telling = `
process.on("message", (about) => process.send(about === "cpu" ? process.cpuUsage() : process.resourceUsage().maxRSS));
`;

const providerSource = `
import { createServer } from "node:http";
const piece = Buffer.alloc(50_000, "data: {}\\n");
const server = createServer(async (request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (!request.url.startsWith("/stream")) return response.end("data: {}\\n\\n");
  const perMs = Number(request.url.split("/").at(-1)) * 1000;
  const startMs = performance.now();
  for (let sent = 0; sent < ${streamBytes}; sent += piece.length) {
    while (perMs > 0 && sent > (performance.now() - startMs) * perMs) await new Promise((go) => setTimeout(go, 1));
    if (!response.write(piece)) await new Promise((go) => response.once("drain", go));
  }
  response.end();
}).listen(0, "127.0.0.1", () => process.send("http://127.0.0.1:" + server.address().port));
process.on("disconnect", () => process.exit());
${telling}`;

/** What a user would write who wants to keep nothing. */
const plainSource = `
import { Agent, createServer, request } from "node:http";
const agent = new Agent({ keepAlive: true });
const server = createServer((asked, answer) => {
  const { method, url: path, rawHeaders: headers } = asked;
  const passed = request(new URL(process.argv[1]), { method, path, headers, agent }, (answered) => {
    answer.writeHead(answered.statusCode, answered.headers);
    answered.pipe(answer);
  });
  asked.pipe(passed);
}).listen(0, "127.0.0.1", () => process.send("http://127.0.0.1:" + server.address().port));
process.on("disconnect", () => process.exit());
${telling}`;

/** Nothing is read, and nothing kept. */
const pipeSource = `
import { connect, createServer } from "node:net";
const { hostname, port } = new URL(process.argv[1]);
const server = createServer((client) => {
  const provider = connect(Number(port), hostname);
  client.pipe(provider).pipe(client);
}).listen(0, "127.0.0.1", () => process.send("http://127.0.0.1:" + server.address().port));
process.on("disconnect", () => process.exit());
${telling}`;

const folder = pathToFileURL(resolve(import.meta.dirname, "../../harness/record")).href;

const proxySource = `
const { createRecorder } = await import("${folder}/recorder.ts");
const { startRecordingProxy } = await import("${folder}/recording-proxy.ts");
const recorder = createRecorder({ usageIsReal: false });
const proxy = await startRecordingProxy(new URL(process.argv[1]), recorder);
process.on("disconnect", async () => {
  await proxy.close();
  recorder[Symbol.dispose]();
  process.exit();
});
process.send(proxy.origin);
${telling}`;
