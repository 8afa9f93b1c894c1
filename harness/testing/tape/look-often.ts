import { createHook } from "node:async_hooks";

/**
 * Looks whenever something asynchronous begins, until the returned function is called. Test runners replace properties of globalThis
 * by ways that leave no trace, and put them back before anybody asks; but no request is sent without a promise.
 */
export function lookOften(look: () => void): () => void {
  const hook = createHook({ init: look }).enable();
  return () => void hook.disable();
}
