import type { Exchange } from "../kernel/exchange.ts";
import { wires } from "./list.ts";
import type { Wire } from "./wire.ts";
import { wireOfPath } from "./wire-of-path.ts";

/** The wire format of a request, or null if it is unknown. `exchange.request` is valid JSON. */
export function recognise(exchange: Exchange): Wire | null {
  return wires.find((wire) => isOfWire(wire, exchange, exchange.request)) ?? null;
}

/** Judged by path and shape, and never by a client's name. `body` is valid JSON. */
export function isOfWire(wire: Wire, { path, headers }: Pick<Exchange, "path" | "headers">, body: Buffer): boolean {
  const named = wireOfPath(path);
  // The path is asked first: to miss a member means to walk the whole body.
  return (named === null || named === wire.name) && wire.hasShape({ body, headers, isNamed: named !== null });
}
