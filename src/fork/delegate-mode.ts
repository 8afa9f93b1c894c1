/**
 * When `fork()` resolves. `Sync`: when the run is complete. `ForkAndForget`: at once, with a handle on a run that goes on.
 * In both modes the run starts unasked, a forgotten one in the next round of the event loop: nothing waits for the completion to be awaited.
 */
export type DelegateMode = "Sync" | "ForkAndForget";

export function isFireAndForget(mode: DelegateMode): boolean {
  return mode === "ForkAndForget";
}
