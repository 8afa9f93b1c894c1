/** Handles an uncaught error. */
export type TakeFault = (fault: unknown) => void;

const takers: TakeFault[] = [];

/**
 * Hands uncaught errors, rejected promises included, to `take` instead of ending the process, until it is disposed of. Of several
 * takers only the newest is called.
 */
export function takeUncaughtFaults(take: TakeFault): Disposable {
  if (takers.length === 0) process.on("uncaughtException", handOver);
  takers.push(take);
  return {
    [Symbol.dispose]: () => {
      takers.splice(takers.lastIndexOf(take), 1);
      if (takers.length === 0) process.off("uncaughtException", handOver);
    },
  };
}

function handOver(fault: unknown): void {
  takers.at(-1)?.(fault);
}
