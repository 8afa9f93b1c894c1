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
  const wire = recognise(exchange);
  const noted = byBody.get(exchange.request);
  const layout =
    noted !== undefined && noted.dialect === wire?.name
      ? noted
      : (wire?.parseLayout(exchange.request, like ?? undefined) ?? null);
  layouts.set(exchange, layout);
  return layout;
}

const layouts = new WeakMap<Exchange, Layout | null>();

/** Notes how a body was laid out: the mocked provider reads each request before the judge does, from the very same bytes. */
export function noteLayout(layout: Layout): void {
  byBody.set(layout.body, layout);
}

const byBody = new WeakMap<Buffer, Layout>();
