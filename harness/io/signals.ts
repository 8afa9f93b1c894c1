/** Listens for Ctrl-C until it is disposed of. */
export type Interrupt = Disposable & { readonly requested: () => boolean };

/**
 * The first Ctrl-C is a request (`onFirst` says so to the user), the second ends the process at once with 130.
 * Between the two the caller finishes what it is at and reports what it has.
 */
export function listenForInterrupt(onFirst: () => void): Interrupt {
  let requested = false;
  const listener = (): void => {
    if (requested) process.exit(130);
    requested = true;
    onFirst();
  };
  process.on("SIGINT", listener);
  return {
    requested: () => requested,
    [Symbol.dispose]: () => {
      process.off("SIGINT", listener);
    },
  };
}
