import { Socket } from "node:net";

import { isLoopback } from "../../kernel/is-loopback.ts";
import { gatherReads } from "./gather-reads.ts";
import { forwardedHead } from "../message-head.ts";
import type { Route } from "../route.ts";
import { unreachableAnswer } from "./unreachable-answer.ts";

/** To a provider that was connected already, and that the client asks for by its name. */
export function routeOver(provider: Socket, host: string, head: Route["head"]): Route {
  return {
    host,
    dial: (listen, onOpen) => {
      onOpen();
      // Its end is the end of the connection, as for a provider behind a base URL.
      provider.allowHalfOpen = false;
      gatherReads(provider, listen);
      return provider;
    },
    head,
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

/** How heads go to `host`: as they came, without headers of forkproof's own unless it is this machine. */
export function headsFor(host: string, standIn: URL | null): Route["head"] {
  if (standIn !== null) return (raw) => forwardedHead(raw, standIn);
  return isLoopback(host) ? (raw) => raw : withoutOwnHeaders;
}

function withoutOwnHeaders(raw: Buffer): Buffer {
  return Buffer.from(raw.toString("latin1").replaceAll(/^x-forkproof-[^\r\n]*\r?\n/gim, ""), "latin1");
}
