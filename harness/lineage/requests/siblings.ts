import { Column } from "../../kernel/memo/column.ts";
import type { IndexedRequest } from "./request-summary.ts";

/**
 * Those that continue one request, of the requests that `isOne`: of each that has several of them, or one that `countsAlone`. Nearly every
 * request of a log has one, and no list is made of that.
 */
export function siblings(
  requests: readonly IndexedRequest[],
  isOne: (request: IndexedRequest) => boolean,
  countsAlone: (request: IndexedRequest) => boolean = () => false,
): ReadonlyMap<IndexedRequest, readonly IndexedRequest[]> {
  const continued = Column.ofIntegers(0);
  for (const request of requests) {
    const { parent } = request;
    if (parent === null || !isOne(request)) continue;
    continued.set(parent.order, continued.at(parent.order) + (countsAlone(request) ? 2 : 1));
  }
  const found = new Map<IndexedRequest, IndexedRequest[]>();
  for (const request of requests) {
    const { parent } = request;
    if (parent === null || !(continued.at(parent.order) > 1) || !isOne(request)) continue;
    const known = found.get(parent);
    if (known === undefined) found.set(parent, [request]);
    else known.push(request);
  }
  return found;
}
