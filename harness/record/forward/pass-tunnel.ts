import type { Socket } from "node:net";

/** Passes bytes both ways, unread, until both sides have closed. */
export async function passTunnel(client: Socket, target: Socket): Promise<void> {
  await Promise.all([passTo(client, target), passTo(target, client)]);
}

async function passTo(from: Socket, to: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  from.on("error", () => to.destroy());
  from.on("close", () => {
    // It may have left without an end. Otherwise the other side gets what is on its way, and what it sends has no receiver any more.
    if (from.readableEnded) to.destroySoon();
    else to.destroy();
    resolve();
  });
  from.pipe(to);
  if (from.destroyed) to.destroy();
  if (from.closed) resolve();
  await promise;
}
