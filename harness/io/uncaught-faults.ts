/** Takes what was thrown and nobody caught. */
export type TakeFault = (fault: unknown) => void;

const takers: TakeFault[] = [];

/**
 * Hands what nobody catches, rejected promises included, to `take` instead of ending the process, until it is disposed of.
 * Of several takers the newest alone is asked.
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
