/**
 * - `one-prompt` this prompt alone
 * - `inner-rounds` a sum over the rounds of tools that run at the provider
 * - `hidden-prompt` this prompt and one of the provider's own, which the body does not show
 * - `contradictory` impossible counters: they contradict themselves, the request or the recording (CB903)
 * - `without-writes` this prompt without what was stored of it, which the response does not report and its wire format counts apart
 * - `last-step` only the last step of a request that was compacted: the usage of the other steps is unknown
 */
export type CountedOver =
  | "one-prompt"
  | "inner-rounds"
  | "hidden-prompt"
  | "contradictory"
  | "without-writes"
  | "last-step";

/** Whether counters cover all that a request used, so that they have a price and a share of them is a ratio. */
export function countsWhole(over: CountedOver | null): boolean {
  return over !== "last-step" && over !== "contradictory" && over !== "without-writes";
}
