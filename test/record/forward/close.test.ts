import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { connect as connectSecurely, createSecureContext } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { createAuthority } from "../../../harness/record/forward/authority/authority.ts";
import { type ForwardProxy, startForwardProxy } from "../../../harness/record/forward/forward-proxy.ts";
import { frontProxy } from "../../../harness/record/forward/front-proxy.ts";
import { hostList } from "../../../harness/record/forward/host-list.ts";
import { recorder, listen } from "./pass-streams.ts";

const [READ, UNREAD] = ["api.openai.com", "files.example.com"];
const ours = createAuthority();
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A provider that listens, and never answers or ends a connection. */
type Silent = { readonly proxy: ForwardProxy; readonly client: Socket; readonly connected: Promise<readonly [Socket]> };

async function openSilent(): Promise<Silent> {
  const server = createServer({ allowHalfOpen: true });
  const port = await listen(server);
  const moved = new Map([READ, UNREAD].map((host) => [`${host}:443`, { host: "127.0.0.1", port }]));
  const unexpected = (): void => {};
  const proxy = await startForwardProxy(
    hostList([]),
    {
      network: { front: frontProxy({}), trusted: createSecureContext(), moved },
      authority: ours,
      recorder,
      standIn: null,
      onUnread: unexpected,
      onUnreachable: unexpected,
      onRejected: unexpected,
    },
    unexpected,
  );
  const client = connect({ port: Number(new URL(proxy.origin).port), allowHalfOpen: true }).on("error", () => {});
  sockets.push(client);
  await once(client, "connect");
  return { proxy, client, connected: once(server, "connection") as Promise<[Socket]> };
}

async function openTunnel(client: Socket, host: string): Promise<void> {
  client.write(`CONNECT ${host}:443 HTTP/1.1\r\n\r\n`);
  await once(client, "data");
}

const states: readonly (readonly [state: string, (silent: Silent) => Promise<void>])[] = [
  ["has sent nothing", () => Promise.resolve()],
  ["has a tunnel and says nothing in it", ({ client }) => openTunnel(client, READ)],
  [
    "begins TLS, and the provider does not",
    async ({ client, connected }) => {
      await openTunnel(client, READ);
      connectSecurely({ socket: client, servername: READ, ca: ours.certificate }).on("error", () => {});
      const [provider] = await connected;
      await once(provider, "data");
    },
  ],
  [
    "has ended its side of a connection that passes unread",
    async ({ client, connected }) => {
      await openTunnel(client, UNREAD);
      client.end("hello");
      const [provider] = await connected;
      await once(provider.resume(), "end");
    },
  ],
  [
    "has ended its side of a plain connection that is read",
    async ({ client, connected }) => {
      await openTunnel(client, READ);
      client.end(`POST /v1/chat HTTP/1.1\r\nhost: ${READ}\r\ncontent-length: 2\r\n\r\n{}`);
      const [provider] = await connected;
      await once(provider.resume(), "end");
    },
  ],
];

test.for(states)("the proxy closes at once while a client %s", async ([, reach]) => {
  const silent = await openSilent();
  await reach(silent);
  await silent.proxy.close();
  expect(recorder.count()).toMatchObject({ complete: 0 });
});
