import { type Header, headerOf } from "../exchange.ts";
import type { ServedRequest } from "./served-header.ts";

/** A request header that our recorders add: which mocked provider's cache was asked, and which of its workspaces. It is never sent. */
export const ASKED_CACHE_HEADER = "x-forkproof-cache";

export function askedCacheHeader({ provider, workspace }: Pick<ServedRequest, "provider" | "workspace">): Header {
  const inWorkspace = workspace === null ? "" : `, workspace ${workspace}`;
  return [ASKED_CACHE_HEADER, `mocked provider ${provider}${inWorkspace}`];
}

type Sent = { readonly headers: readonly Header[] };

/** The requests of one recording, one by one, as a cassette keeps them: where all asked one cache, no request names it. */
export function* withPartedCaches<Each extends Sent>(heads: Iterable<Sent>, requests: Iterable<Each>): Generator<Each> {
  const caches = new Set([...heads].flatMap(({ headers }) => headerOf(headers, ASKED_CACHE_HEADER) ?? []));
  for (const request of requests) {
    const headers = request.headers.filter(([name]) => caches.size > 1 || name !== ASKED_CACHE_HEADER);
    yield { ...request, headers };
  }
}
