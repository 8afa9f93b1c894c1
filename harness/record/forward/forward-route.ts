import { Socket } from "node:net";

import type { Route } from "../route.ts";
import { unreachableAnswer } from "./unreachable-answer.ts";

/** To a provider that was connected already, and that the client asks for by its name. */
export function routeOver(provider: Socket, host: string, hidesOwn: boolean): Route {
  return {
    host,
    dial: (listen, onOpen) => {
      onOpen();
      // Its end is the end of the connection, as for a provider behind a base URL.
      provider.allowHalfOpen = false;
      return provider.on("data", (bytes: Buffer) => listen(bytes, () => {}));
    },
    head: (raw) => (hidesOwn ? withoutOwnHeaders(raw) : raw),
    refusal: null,
  };
}

/** To a provider that could not be connected: each request is answered with the reason. */
export function routeNowhere(fault: Error, host: string): Route {
  return {
    host,
    dial: () => new Socket().destroy(fault),
    head: (raw) => raw,
    refusal: (reason) => unreachableAnswer(reason, host),
  };
}

/** Headers of forkproof's own go to loopback only. */
export function withoutOwnHeaders(raw: Buffer): Buffer {
  return Buffer.from(raw.toString("latin1").replaceAll(/^x-forkproof-[^\r\n]*\r?\n/gim, ""), "latin1");
}
