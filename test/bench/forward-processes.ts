import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Programs of the bench of the forward proxy, as modules that `startProcess` runs. */

export const streamBytes = 100_000_000;
export const host = "api.anthropic.com";

const folder = pathToFileURL(resolve(import.meta.dirname, "../../harness/record")).href;

const telling = `
process.on("message", () => process.send(process.cpuUsage()));
process.on("disconnect", () => process.exit());
`;

export const providerSource: string = `
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

/** TLS ends and begins again, and bytes are gathered as in the proxy. Nothing is read, and nothing kept. */
export const pipeSource: string = `
import { once } from "node:events";
import { createServer } from "node:net";
import { connect, TLSSocket } from "node:tls";
const { readAuthority } = await import("${folder}/forward/authority/authority.ts");
const { parseClientHello } = await import("${folder}/forward/client-hello.ts");
const { Backpressure } = await import("${folder}/backpressure.ts");
const { gatherReads } = await import("${folder}/forward/gather-reads.ts");
const [, port, theirs, certificate, key] = process.argv;
const authority = readAuthority(certificate, key);
createServer({ noDelay: true }, async (client) => {
  await once(client, "data");
  client.write("HTTP/1.1 200 Connection Established\\r\\n\\r\\n");
  const [hello] = await once(client, "data");
  client.pause().unshift(hello);
  const { protocols: ALPNProtocols } = parseClientHello(hello);
  const provider = connect({ port, host: "127.0.0.1", servername: "${host}", ca: theirs, ALPNProtocols });
  await once(provider, "secureConnect");
  const secured = new TLSSocket(client, { isServer: true, secureContext: authority.contextFor("${host}"), ALPNProtocols });
  for (const each of [provider, secured]) each.on("error", () => {});
  secured.pipe(provider);
  const fromProvider = new Backpressure(provider);
  gatherReads(provider, (bytes, release) => {
    secured.write(bytes, release);
    fromProvider.holdUntilDrained(secured);
  });
  provider.on("end", () => secured.end());
}).listen(0, "127.0.0.1", function () { process.send("http://127.0.0.1:" + this.address().port); });
${telling}`;

export const proxySource: string = `
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
