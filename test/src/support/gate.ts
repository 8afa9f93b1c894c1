/** Holds all waiters until it is opened. */
export type Gate = { readonly opened: Promise<void>; readonly open: () => void };

export function closedGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
