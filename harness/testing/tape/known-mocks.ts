import type { Fetch } from "./sent-request.ts";

/** Mocked providers of this process: their usage is computed, however a tape reaches them. */
const hosts = new Set<string>();
const fetches = new WeakSet<Fetch>();

export function rememberMock(host: string, fetch: Fetch): void {
  hosts.add(host);
  fetches.add(fetch);
}

export function forgetMock(host: string): void {
  hosts.delete(host);
}

export function isMocked(host: string | null, fetch: Fetch | null): boolean {
  return (host !== null && hosts.has(host)) || (fetch !== null && fetches.has(fetch));
}
