import { setImmediate } from "node:timers/promises";

/** Lets pending events in, a Ctrl-C among them, before the caller goes on. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}
