import type { Dialect } from "../dialects/dialect.ts";
import { recognise } from "../dialects/registry.ts";
import type { Exchange } from "../kernel/exchange.ts";
import type { Layout } from "../kernel/layout.ts";
import { repeatsBytes } from "../wire-scan/absent-words.ts";
import { checkBody } from "./check-body.ts";

/** A request that was read: which wire it is on, and where its prefix lies. */
export type ReadRequest = { readonly exchange: Exchange; readonly dialect: Dialect; readonly layout: Layout };

/**
 * Reads a request; null where no dialect recognises it. `like` is one that this one may repeat: what is repeated is neither
 * parsed nor scanned again, and its units are the very same.
 *
 * @throws HarnessError HX257 for a request without a body, HX250 for one that is not JSON
 */
export function readRequest(exchange: Exchange, like: ReadRequest | null = null): ReadRequest | null {
  if (like?.exchange === exchange) return like;
  if (like !== null) repeatsBytes(exchange.request, like.exchange.request);
  checkBody(exchange, like?.layout);
  const dialect = recognise(exchange);
  return dialect && { exchange, dialect, layout: dialect.layOut(exchange.request, like?.layout) };
}
