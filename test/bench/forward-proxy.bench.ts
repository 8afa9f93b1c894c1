import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { Agent, request } from "node:https";
import { connect as connectPlainly } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { connect, type TLSSocket } from "node:tls";
import { pathToFileURL } from "node:url";
import { createAuthority } from "../../harness/record/forward/authority/authority.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { askProcess, median, type Started, startProcess, takeTurns } from "./processes.ts";

const asks = 200;
const streams = 5;
const streamBytes = 100_000_000;
const host = "api.anthropic.com";

/** What the forward proxy adds to TLS, with provider, proxy and client each in a process of its own. */
export const forwardProxy: BenchCase = {
  name: "forward-proxy",
  compares: `a request through \`record --forward\` with the same request over TLS to the provider itself, on loopback; provider, proxy and client share ${availableParallelism()} cores, and TLS is done twice`,
  run: async () => {
    const [theirs, ours] = [createAuthority(), createAuthority()];
    await using provider = await startProcess(providerSource, theirs.certificate, theirs.privateKey);
    const trusted = [theirs.certificate, ours.certificate, ours.privateKey];
    await using proxy = await startProcess(proxySource, provider.url, ...trusted);
    const direct: Way = { ca: theirs.certificate, port: Number(provider.url), through: null };
    const forwarded: Way = { ca: ours.certificate, port: 443, through: Number(new URL(proxy.url).port) };
    const rows: BenchRow[] = [await newConnectionRow({ ours: forwarded, theirs: direct })];
    for (const version of ["HTTP/1.1", "HTTP/2"] as const) {
      const open = version === "HTTP/2" ? openHttp2 : openHttp1;
      await using sides = {
        ours: await open(forwarded),
        theirs: await open(direct),
        [Symbol.asyncDispose]: () => close(sides),
      };
      const times = await takeTurns(asks, [sides.ours, sides.theirs] as const, firstByteMs);
      rows.push(firstByteRow(`time to first byte, ${version}`, times), ...(await streamRows(version, sides, proxy)));
    }
    return rows;
  },
};

/** How the provider is reached. */
type Way = { readonly ca: string; readonly port: number; readonly through: number | null };

/** Sends one small request on a connection that is kept, and gives its answer as it comes. */
type Client = { readonly ask: (path: string) => Promise<Readable>; readonly close: () => Promise<void> };

type Sides = { readonly ours: Client; readonly theirs: Client };

async function close({ ours, theirs }: Sides): Promise<void> {
  await ours.close();
  await theirs.close();
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

async function streamRows(version: string, { ours, theirs }: Sides, proxy: Started): Promise<readonly BenchRow[]> {
  const read = async ({ ask }: Client): Promise<readonly [wallMs: number, cpuMs: number]> => {
    const cpuMs = await cpuOf(proxy);
    const startMs = performance.now();
    let bytes = 0;
    for await (const part of await ask("/stream")) bytes += (part as Buffer).length;
    if (bytes !== streamBytes) throw new Error(`${bytes} bytes of ${streamBytes} came`);
    return [performance.now() - startMs, (await cpuOf(proxy)) - cpuMs];
  };
  const [our, their] = await takeTurns(streams, [ours, theirs] as const, read);
  const [medianMs, floorMs] = [median(our.map(([wall]) => wall)), median(their.map(([wall]) => wall))];
  const goal = { says: "at least 0.6 of the throughput", met: floorMs >= medianMs * 0.6 };
  const what = `100 MB stream, ${version}`;
  const cpu = { what: `CPU time of the proxy in it, ${version}`, medianMs: median(our.map(([, cpuMs]) => cpuMs)) };
  return [
    { what, medianMs, against: { what: "direct", medianMs: floorMs }, bytes: streamBytes, goal },
    { ...cpu, against: null, bytes: streamBytes, goal: null },
  ];
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

const folder = pathToFileURL(resolve(import.meta.dirname, "../../harness/record")).href;

const telling = `
process.on("message", () => process.send(process.cpuUsage()));
process.on("disconnect", () => process.exit());
`;

const providerSource = `
import { createSecureServer } from "node:http2";
const { readAuthority } = await import("${folder}/forward/authority/authority.ts");
const authority = readAuthority(process.argv[1], process.argv[2]);
const piece = Buffer.alloc(50_000, "data: {}\\n");
const server = createSecureServer({ allowHTTP1: true, SNICallback: (name, take) => take(null, authority.contextFor(name)) });
server.on("request", async (request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (request.url !== "/stream") return response.end("data: {}\\n\\n");
  for (let sent = 0; sent < ${streamBytes}; sent += piece.length) {
    if (!response.write(piece)) await new Promise((go) => response.once("drain", go));
  }
  response.end();
});
server.listen(0, "127.0.0.1", () => process.send(String(server.address().port)));
${telling}`;

const proxySource = `
const { createRecorder } = await import("${folder}/recorder.ts");
const { startForwardProxy } = await import("${folder}/forward/forward-proxy.ts");
const { hostList } = await import("${folder}/forward/host-list.ts");
const { frontProxy } = await import("${folder}/forward/front-proxy.ts");
const { readAuthority } = await import("${folder}/forward/authority/authority.ts");
const { trustedRoots } = await import("${folder}/forward/trust.ts");
const { createSecureContext } = await import("node:tls");
const [, port, theirs, certificate, key] = process.argv;
const moved = new Map([["${host}:443", { host: "127.0.0.1", port: Number(port) }]]);
const fail = (what) => { throw new Error(JSON.stringify(what)); };
const proxy = await startForwardProxy(hostList([]), {
  network: { front: frontProxy({}), trusted: createSecureContext({ ca: [...trustedRoots({}), theirs] }), moved },
  authority: readAuthority(certificate, key),
  recorder: createRecorder({ usageIsReal: false }),
  standIn: null,
  onUnread: fail,
  onUnreachable: fail,
  onRejected: fail,
}, fail);
process.send(proxy.origin);
${telling}`;
