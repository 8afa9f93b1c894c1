/**
 * A controller for one exchange that follows `parent`. SDKs leave listeners on the signal of a response that they do not
 * parse. On a signal of our own they end with the exchange.
 */
export function linkedController(parent: AbortSignal): {
  readonly controller: AbortController;
  readonly unlink: () => void;
} {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent.reason);
  if (parent.aborted) follow();
  parent.addEventListener("abort", follow, { once: true });
  return { controller, unlink: () => parent.removeEventListener("abort", follow) };
}
