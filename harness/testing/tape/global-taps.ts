import { AsyncLocalStorage } from "node:async_hooks";

import { wireOfPath } from "../../wires/wire-of-path.ts";
import type { Fetch, SentRequest } from "./sent-request.ts";
import type { TapeLog } from "./tape-log.ts";
import { type TapOptions, tappedFetch } from "./tapped-fetch.ts";
import { tapUndici } from "./undici-tap.ts";

/** Set while the tapped fetch sends: below it works undici, which would see the same request. */
const insideFetch = new AsyncLocalStorage<true>();

/** Taps `globalThis.fetch` and undici until the returned function is called, which may be more than once. */
export function tapGlobals(log: TapeLog, options: Pick<TapOptions, "countersOf" | "onRequest" | "around">): () => void {
  const original = globalThis.fetch;
  const tapped: Fetch = tappedFetch(log, {
    ...options,
    upstream: () => original,
    keeps: isForModel,
    around: (call) => insideFetch.run(true, () => options.around?.(call) ?? call()),
  });
  globalThis.fetch = tapped;
  const untapUndici = tapUndici(log, { ...options, isSeen: () => insideFetch.getStore() === true });
  return () => {
    // A replacement that somebody made since then stays.
    if (globalThis.fetch === tapped) globalThis.fetch = original;
    untapUndici();
  };
}

/** A whole process also sends what has nothing to do with models, and that is not kept. */
function isForModel({ method, url, body }: SentRequest): boolean {
  if (method !== "POST") return false;
  const wire = wireOfPath(url.pathname);
  if (wire !== null) return wire !== "foreign";
  // Behind a gateway the path says nothing; the shape of the body does.
  if (typeof body === "string") return MODEL_BODY.test(body);
  return Buffer.isBuffer(body) && MODEL_BODY.test(body.toString("latin1"));
}

const MODEL_BODY = /^\s*\{[\s\S]*"(?:messages|input|contents)"\s*:\s*[[{"]/;
