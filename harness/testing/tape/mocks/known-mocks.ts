import { AsyncLocalStorage } from "node:async_hooks";

import type { ExchangeSource } from "../exchange-source.ts";
import type { Fetch } from "../sent-request.ts";

/** Mocked providers of this process: their usage is computed, however a tape reaches them. */
const hosts = new Map<string, ExchangeSource>();
const fetches = new WeakMap<Fetch, ExchangeSource>();
/** Set while a tape sends: a mocked provider that answers in this process tells the tape so. */
const asking = new AsyncLocalStorage<NoteMock>();

type NoteMock = (mock: ExchangeSource) => void;

export function rememberMock(host: string, fetch: Fetch, mock: ExchangeSource): void {
  hosts.set(host, mock);
  fetches.set(fetch, mock);
}

export function forgetMock(host: string): void {
  hosts.delete(host);
}

/** The mocked provider that this host or fetch reaches; null for any other. */
export function mockedBy(host: string | null, fetch: Fetch | null): ExchangeSource | null {
  return (host !== null && hosts.get(host)) || (fetch !== null && fetches.get(fetch)) || null;
}

/** Notes which mocked providers answer the call, also behind a fetch of the user's and behind msw. */
export function askNoting<Result>(note: NoteMock, call: () => Result): Result {
  return asking.run(note, call);
}

export function noteAnswering(mock: ExchangeSource): void {
  asking.getStore()?.(mock);
}
