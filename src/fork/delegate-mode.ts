/**
 * When `fork()` resolves. `Sync`: when the run is complete. `ForkAndForget`: at once, with a handle on a run that goes on.
 * In both modes the run starts at once: nothing waits for the completion to be awaited.
 */
export type DelegateMode = "Sync" | "ForkAndForget";

export function isFireAndForget(mode: DelegateMode): boolean {
  return mode === "ForkAndForget";
}
