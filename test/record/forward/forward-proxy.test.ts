import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, type Server as NetServer, type Socket } from "node:net";
import {
  connect as connectSecurely,
  createSecureContext,
  createServer as createTlsServer,
  type SecureContext,
} from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { reasonOf } from "../../../harness/record/unreachable.ts";
import { WebSocket, WebSocketServer } from "ws";
import { createAuthority, type Authority } from "../../../harness/record/forward/authority/authority.ts";
import { type ForwardProxy, startForwardProxy } from "../../../harness/record/forward/forward-proxy.ts";
import { frontProxy } from "../../../harness/record/forward/front-proxy.ts";
import { hostList } from "../../../harness/record/forward/host-list.ts";
import { createRecorder, type Recorder } from "../../../harness/record/recorder.ts";

const HOST = "api.openai.com";

let recorder: Recorder;
let ours: Authority;
let theirs: Authority;
const notices: string[] = [];
const open: AsyncDisposable[] = [];
beforeEach(() => {
  [recorder, ours, theirs] = [createRecorder({ usageIsReal: true }), createAuthority(), createAuthority()];
  notices.length = 0;
});
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each[Symbol.asyncDispose]();
  recorder[Symbol.dispose]();
});

/** Listens, and leads the host's name there through a proxy. */
async function proxyTo(server: NetServer, port = 443): Promise<ForwardProxy> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => void sockets.add(socket.on("error", () => {})));
  const address = server.address() as { readonly port: number };
  const proxy = await startForwardProxy(
    hostList([]),
    {
      network: {
        front: frontProxy({}),
        trusted: createSecureContext({ ca: [theirs.certificate] }),
        moved: new Map([[`${HOST}:${port}`, { host: "127.0.0.1", port: address.port }]]),
      },
      authority: ours,
      recorder,
      standIn: null,
      onUnread: ({ host }) => notices.push(`unread ${host}`),
      onUnreachable: ({ host }, fault) => notices.push(`unreachable ${host}: ${reasonOf(fault)}`),
      onRejected: (host, reason) => notices.push(`rejected ${host}: ${reason}`),
    },
    ({ code, what }) => notices.push(`${code} ${what}`),
  );
  open.push({
    [Symbol.asyncDispose]: async () => {
      await proxy.close();
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  });
  return proxy;
}

/** A tunnel to the host, as clients ask for one. */
async function tunnel({ origin }: ForwardProxy, port = 443): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`CONNECT ${HOST}:${port} HTTP/1.1\r\nhost: ${HOST}:${port}\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toBe("HTTP/1.1 200 Connection Established\r\n\r\n");
  return socket;
}

/** A server shows the certificate of the name that it is asked for. */
const SNICallback = (name: string, take: (fault: null, context: SecureContext) => void): void => {
  take(null, theirs.contextFor(name));
};

test("a WebSocket through the forward proxy becomes an exchange of each question", async () => {
  const server = createHttpsServer({ SNICallback });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => socket.send(`{"type":"response.completed","of":${data.length}}`));
  });
  const proxy = await proxyTo(server);
  const secured = connectSecurely({
    socket: await tunnel(proxy),
    servername: HOST,
    ca: ours.certificate,
    ALPNProtocols: ["http/1.1"],
  });
  const socket = new WebSocket(`wss://${HOST}/v1/responses`, { createConnection: () => secured });
  await once(socket, "open");
  const questions = ['{"type":"response.create", "input":"one"}', '{ "type":"response.create","input":"two" }'];
  const heard: string[] = [];
  for (const question of questions) {
    socket.send(question);
    const [answer] = (await once(socket, "message")) as [Buffer];
    heard.push(answer.toString());
  }
  socket.close();
  await once(socket, "close");
  await proxy.close();
  expect(heard).toEqual(questions.map(({ length }) => `{"type":"response.completed","of":${length}}`));
  const recorded = [...recorder.exchanges()];
  expect(recorded.map(({ method, host, request }) => [method, host, request.toString()])).toEqual([
    ["WS-UPGRADE", HOST, ""],
    ...questions.map((question) => ["WS-MESSAGE", HOST, question]),
  ]);
  expect(recorded.slice(1).map(({ response }) => response?.body.toString())).toEqual(heard.map((each) => `[${each}]`));
});

test("an event over HTTP/1.1 reaches the client before the provider sends the next one", async () => {
  const read = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const server = createHttpsServer({ SNICallback }, (request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    void (async () => {
      for (const [at, { promise }] of read.entries()) {
        response.write(`data: ${at}\n\n`);
        await promise;
      }
      response.end();
    })();
  });
  const proxy = await proxyTo(server);
  const secured = connectSecurely({ socket: await tunnel(proxy), servername: HOST, ca: ours.certificate });
  secured.write(`POST /v1/responses HTTP/1.1\r\nhost: ${HOST}\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`);
  let heard = "";
  for await (const part of secured) {
    heard += (part as Buffer).toString();
    const events = heard.match(/data: \d\n\n/g) ?? [];
    read[events.length - 1]?.resolve();
  }
  expect(heard.match(/data: \d/g)).toEqual(["data: 0", "data: 1", "data: 2"]);
  await proxy.close();
  expect([...recorder.exchanges()]).toMatchObject([{ path: "/v1/responses", outcome: "complete" }]);
});

test("plain HTTP in a tunnel to a listed host is read as well", async () => {
  const server = createHttpServer((request, response) => void request.resume().on("end", () => response.end("{}")));
  const proxy = await proxyTo(server, 80);
  const raw = await tunnel(proxy, 80);
  raw.write(`POST /v1/chat HTTP/1.1\r\nhost: ${HOST}\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`);
  let heard = "";
  for await (const part of raw) heard += (part as Buffer).toString();
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK.*\{\}/s);
  await proxy.close();
  expect([...recorder.exchanges()]).toMatchObject([{ path: "/v1/chat", host: HOST, outcome: "complete" }]);
});

test("a protocol that is not HTTP passes unread, with the host's own certificate", async () => {
  const server = createTlsServer({ SNICallback, ALPNProtocols: ["acme-tls/1"] }, (socket) => socket.pipe(socket));
  const proxy = await proxyTo(server);
  const options = { servername: HOST, ca: theirs.certificate, ALPNProtocols: ["acme-tls/1"] };
  const secured = connectSecurely({ socket: await tunnel(proxy), ...options });
  await once(secured, "secureConnect");
  expect(secured.alpnProtocol).toBe("acme-tls/1");
  secured.write("hello");
  const [echoed] = (await once(secured, "data")) as [Buffer];
  expect(echoed.toString()).toBe("hello");
  secured.destroy();
  await proxy.close();
  expect(recorder.count()).toMatchObject({ recorded: 0 });
});

test("a client that takes the proxy for a base URL is answered what it is", async () => {
  const proxy = await proxyTo(createHttpServer());
  const response = await fetch(`${proxy.origin}/v1/messages`, { method: "POST", body: "{}" });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("Set it as HTTPS_PROXY");
});
