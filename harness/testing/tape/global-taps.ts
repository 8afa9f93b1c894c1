import { AsyncLocalStorage } from "node:async_hooks";

import { wireOfPath } from "../../wires/wire-of-path.ts";
import { lookOften } from "./look-often.ts";
import type { Fetch, SentRequest } from "./sent-request.ts";
import type { TapeLog } from "./tape-log.ts";
import { type TapOptions, tappedFetch } from "./tapped-fetch.ts";
import { tapUndici } from "./undici-tap.ts";

/** Set while the tapped fetch sends: below it works undici, which would see the same request. */
const insideFetch = new AsyncLocalStorage<true>();

/** Names itself on every tapped fetch, also on that of another copy of this package. */
const TAPPED = Symbol.for("forkproof/testing tapped fetch");

export type GlobalTaps = {
  /** May be called more than once. */
  readonly stop: () => void;
  /** Whether another function stands in place of the tapped fetch, or stood there before the stop, and passed no call on to it. */
  readonly isReplaced: () => boolean;
};

/** Taps `globalThis.fetch` and undici. */
export function tapGlobals(log: TapeLog, options: Pick<TapOptions, "countersOf" | "onRequest" | "around">): GlobalTaps {
  const original = globalThis.fetch;
  let passesOn = false;
  let wasReplaced = false;
  const recording: Fetch = tappedFetch(log, {
    ...options,
    upstream: () => original,
    keeps: isForModel,
    around: (call) => insideFetch.run(true, () => options.around?.(call) ?? call()),
  });
  const tapped: Fetch = (...args) => {
    // A replacement that calls on, such as a spy, hides nothing.
    if (globalThis.fetch !== tapped) passesOn = true;
    return recording(...args);
  };
  Object.defineProperty(tapped, TAPPED, { value: tapped });
  globalThis.fetch = tapped;
  const undici = tapUndici(log, { ...options, isSeen: () => insideFetch.getStore() === true });
  let standing: Fetch = tapped;
  const look = (): void => {
    undici.look();
    const { fetch } = globalThis;
    if (fetch === standing) return;
    wasReplaced ||= hidesRequests();
    standing = fetch;
    passesOn = false;
  };
  // A tape that began later calls this one.
  const hidesRequests = (): boolean => standing !== tapped && !passesOn && !isTapped(standing);
  const lookNoMore = lookOften(look);
  let isStopped = false;
  const isReplaced = (): boolean => {
    if (!isStopped) look();
    return wasReplaced || hidesRequests();
  };
  const stop = (): void => {
    if (isStopped) return;
    look();
    isStopped = true;
    lookNoMore();
    // A replacement that somebody made since then stays.
    if (globalThis.fetch === tapped) globalThis.fetch = original;
    undici.stop();
  };
  return { stop, isReplaced };
}

function isTapped(fetch: unknown): boolean {
  return typeof fetch === "function" && Reflect.get(fetch, TAPPED) === fetch;
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
