import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export type Network = AsyncDisposable & {
  readonly url: string;
  readonly drop: (forMs: number) => Promise<void>;
  /** From now on the connections that are open lose what the server sends. */
  readonly swallow: () => void;
  /** The same, and only their pings are answered, as by a gateway. */
  readonly forget: () => void;
};

/** Passes bytes to a port, until it is asked for less. */
export async function openNetwork(port: number): Promise<Network> {
  const [sockets, servers] = [new Set<Socket>(), new Map<Socket, Socket>()];
  let isDown = false;
  const server = createServer((near) => {
    if (isDown) return void near.destroy();
    const far = connect(port, "127.0.0.1");
    servers.set(far, near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on("error", () => other.destroy())
        .on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drop: async (forMs) => {
      isDown = true;
      cut();
      await pause(forMs);
      isDown = false;
    },
    swallow: () => {
      for (const far of servers.keys()) far.unpipe().resume();
    },
    forget: () => {
      for (const [far, near] of servers) {
        far.unpipe().resume();
        near.on("data", (chunk: Buffer) => void (chunk.includes("PING\r\n") && near.write("PONG\r\n")));
      }
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
    },
  };
}
