import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { Agent, request } from "node:https";
import { connect as connectPlainly } from "node:net";
import { availableParallelism } from "node:os";
import type { Readable } from "node:stream";
import { connect, type TLSSocket } from "node:tls";
import { createAuthority } from "../../harness/record/forward/authority/authority.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { host, pipeSource, providerSource, proxySource, streamBytes } from "./forward-processes.ts";
import { askProcess, median, type Started, startProcess, takeTurns } from "./processes.ts";

const asks = 200;
const streams = 5;

/** What the forward proxy adds to TLS, with provider, proxy and client each in a process of its own. */
export const forwardProxy: BenchCase = {
  name: "forward-proxy",
  compares: `a request through \`record --forward\` with the same request over TLS to the provider itself and through a bare pipe of two TLS connections, on loopback; provider, proxy and client share ${availableParallelism()} cores, and TLS is done twice`,
  run: async () => {
    const [theirs, ours] = [createAuthority(), createAuthority()];
    await using provider = await startProcess(providerSource, theirs.certificate, theirs.privateKey);
    const trusted = [theirs.certificate, ours.certificate, ours.privateKey];
    await using proxy = await startProcess(proxySource, provider.url, ...trusted);
    await using pipe = await startProcess(pipeSource, provider.url, ...trusted);
    const direct: Way = { ca: theirs.certificate, port: Number(provider.url), through: null };
    const forwarded: Way = { ca: ours.certificate, port: 443, through: Number(new URL(proxy.url).port) };
    const piped: Way = { ...forwarded, through: Number(new URL(pipe.url).port) };
    const rows: BenchRow[] = [await newConnectionRow({ ours: forwarded, theirs: direct })];
    for (const version of ["HTTP/1.1", "HTTP/2"] as const) {
      const open = version === "HTTP/2" ? openHttp2 : openHttp1;
      await using sides = {
        ours: { client: await open(forwarded), proxy },
        bare: { client: await open(piped), proxy: pipe },
        theirs: { client: await open(direct), proxy: null },
        [Symbol.asyncDispose]: () => close(sides),
      };
      const times = await takeTurns(asks, [sides.ours.client, sides.theirs.client] as const, firstByteMs);
      rows.push(firstByteRow(`time to first byte, ${version}`, times), ...(await streamRows(version, sides)));
    }
    return rows;
  },
};

/** How the provider is reached. */
type Way = { readonly ca: string; readonly port: number; readonly through: number | null };

/** Sends one small request on a connection that is kept, and gives its answer as it comes. */
type Client = { readonly ask: (path: string) => Promise<Readable>; readonly close: () => Promise<void> };

/** A client, and the proxy in its way. */
type Side = { readonly client: Client; readonly proxy: Started | null };

type Sides = { readonly ours: Side; readonly bare: Side; readonly theirs: Side };

async function close({ ours, bare, theirs }: Sides): Promise<void> {
  for (const { client } of [ours, bare, theirs]) await client.close();
}

/** A client that keeps no connection: TLS is done twice before its first byte. The proxy trusts all that the machine trusts. */
async function newConnectionRow({ ours, theirs }: { readonly ours: Way; readonly theirs: Way }): Promise<BenchRow> {
  const times = await takeTurns(asks, [ours, theirs] as const, async (way) => {
    const startMs = performance.now();
    const client = await openHttp1(way);
    const openMs = performance.now() - startMs;
    const tookMs = openMs + (await firstByteMs(client));
    await client.close();
    return tookMs;
  });
  return { ...firstByteRow("time to first byte of a new connection, HTTP/1.1", times), goal: null };
}

async function firstByteMs({ ask }: Client): Promise<number> {
  const startMs = performance.now();
  let tookMs = Number.NaN;
  for await (const _ of await ask("/one")) tookMs = performance.now() - startMs;
  return tookMs;
}

function firstByteRow(what: string, [ourMs, theirMs]: readonly [readonly number[], readonly number[]]): BenchRow {
  const [medianMs, floorMs] = [median(ourMs), median(theirMs)];
  const goal = { says: "at most 3 ms more", met: medianMs - floorMs <= 3 };
  return { what, medianMs, against: { what: "direct", medianMs: floorMs }, bytes: null, goal };
}

/** The pipe does what no proxy that ends TLS can leave out. Its row says how much of the goal this machine allows; the goal stays as it is. */
async function streamRows(version: string, { ours, bare, theirs }: Sides): Promise<readonly BenchRow[]> {
  const [our, their, floor] = await takeTurns(streams, [ours, bare, theirs] as const, readStream);
  const [ms, pipeMs, directMs] = [wallOf(our), wallOf(their), wallOf(floor)];
  const common = { medianMs: ms, bytes: streamBytes, what: `100 MB stream, ${version}` };
  const goal = { says: "at least 0.6 of the throughput", met: directMs >= ms * 0.6 };
  const pipe = { what: `bare pipe (${(directMs / pipeMs).toFixed(2)} of direct)`, medianMs: pipeMs };
  const cpu = { what: `CPU time of the proxy in it, ${version}`, medianMs: cpuIn(our) };
  return [
    { ...common, against: { what: `direct (${(directMs / ms).toFixed(2)} of it)`, medianMs: directMs }, goal },
    { ...common, against: pipe, goal: null },
    { ...cpu, against: { what: "bare pipe", medianMs: cpuIn(their) }, bytes: streamBytes, goal: null },
  ];
}

type Reading = { readonly wallMs: number; readonly cpuMs: number };

function wallOf(readings: readonly Reading[]): number {
  return median(readings.map(({ wallMs }) => wallMs));
}

function cpuIn(readings: readonly Reading[]): number {
  return median(readings.map(({ cpuMs }) => cpuMs));
}

/** Wall time, and what the proxy used of a core. */
async function readStream({ client, proxy }: Side): Promise<Reading> {
  const cpuMs = proxy === null ? 0 : await cpuOf(proxy);
  const startMs = performance.now();
  let bytes = 0;
  for await (const part of await client.ask("/stream")) bytes += (part as Buffer).length;
  if (bytes !== streamBytes) throw new Error(`${bytes} bytes of ${streamBytes} came`);
  const wallMs = performance.now() - startMs;
  return { wallMs, cpuMs: proxy === null ? 0 : (await cpuOf(proxy)) - cpuMs };
}

async function cpuOf(proxy: Started): Promise<number> {
  const { user, system } = await askProcess<NodeJS.CpuUsage>(proxy, "cpu");
  return (user + system) / 1000;
}

async function openTls({ ca, port, through }: Way, protocol: string): Promise<TLSSocket> {
  const socket = connectPlainly(through ?? port, "127.0.0.1");
  if (through !== null) {
    socket.write(`CONNECT ${host}:${port} HTTP/1.1\r\n\r\n`);
    await once(socket, "data");
  }
  const secured = connect({ socket, ca, servername: host, ALPNProtocols: [protocol] });
  await once(secured, "secureConnect");
  return secured;
}

async function openHttp1(way: Way): Promise<Client> {
  const secured = await openTls(way, "http/1.1");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agent.createConnection = () => secured;
  return {
    ask: async (path) => {
      const asked = request({ host, path, method: "POST", agent });
      asked.end("{}");
      const [answer] = (await once(asked, "response")) as [Readable];
      return answer;
    },
    close: async () => {
      agent.destroy();
      secured.destroy();
      if (!secured.closed) await once(secured, "close");
    },
  };
}

async function openHttp2(way: Way): Promise<Client> {
  const secured = await openTls(way, "h2");
  // Windows as browsers and SDKs open them: with Node's own 64 KiB the window is what is measured.
  const window = 4 * 1024 * 1024;
  const session = connectHttp2(`https://${host}`, {
    createConnection: () => secured,
    settings: { initialWindowSize: window },
  });
  await once(session, "connect");
  session.setLocalWindowSize(2 * window);
  return {
    ask: (path) => {
      const stream = session.request({ [constants.HTTP2_HEADER_METHOD]: "POST", [constants.HTTP2_HEADER_PATH]: path });
      stream.end("{}");
      return Promise.resolve(stream);
    },
    close: async () => {
      session.destroy();
      if (!session.closed) await once(session, "close");
    },
  };
}
