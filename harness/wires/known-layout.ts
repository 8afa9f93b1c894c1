import type { Exchange } from "../kernel/exchange.ts";
import type { Layout } from "../kernel/layout.ts";
import { recognise } from "./recognise.ts";

/**
 * The layout of a request that is asked for again and again, made once; null where no wire format recognises it. `exchange.request` is
 * valid JSON. For `like` see Wire.parseLayout.
 */
export function knownLayout(exchange: Exchange, like: Layout | null = null): Layout | null {
  const known = layouts.get(exchange);
  if (known !== undefined) return known;
  const layout = recognise(exchange)?.parseLayout(exchange.request, like ?? undefined) ?? null;
  layouts.set(exchange, layout);
  return layout;
}

const layouts = new WeakMap<Exchange, Layout | null>();
