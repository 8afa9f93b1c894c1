import type { Socket } from "node:net";

import { connectProvider, type ProviderListener } from "./connect-provider.ts";
import { forwardedHead } from "./message-head.ts";

/** How the requests of one client's connection reach their provider. */
export type Route = {
  /** The provider, as recordings name it. */
  readonly host: string;
  /** Connects at the first request. `onOpen` is called once the provider is there, `listen` with what it sends. */
  readonly dial: (listen: ProviderListener, onOpen: () => void) => Socket;
  /** The head for the provider, of a head as it came. */
  readonly head: (raw: Buffer) => Buffer;
  /** What a client is answered if the provider is not there; null: its connection breaks, as the provider's did. */
  readonly refusal: ((fault: Error) => Buffer) | null;
};

/** To the scheme, host and port of a base URL, under that host's name. */
export function routeTo(upstream: URL, onUnreachable: (fault: Error) => void): Route {
  return {
    host: upstream.host,
    dial: (listen, onOpen) => {
      const provider = connectProvider(upstream, listen);
      let isOpen = false;
      provider.once("error", (fault) => {
        if (!isOpen) onUnreachable(fault);
      });
      return provider.once(upstream.protocol === "https:" ? "secureConnect" : "connect", () => {
        isOpen = true;
        onOpen();
      });
    },
    head: (raw) => forwardedHead(raw, upstream),
    refusal: null,
  };
}
