import { setImmediate, setTimeout } from "node:timers/promises";

/** Lets pending events in, a Ctrl-C among them, before the caller goes on. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/** Waits for real time, also where a test has replaced the timers of the process. */
export async function restFor(delayMs: number): Promise<void> {
  await setTimeout(delayMs);
}
