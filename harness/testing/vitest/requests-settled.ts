import { restFor, yieldToEventLoop } from "../../io/yield-to-event-loop.ts";
import { withOwnBuiltIns } from "./own-built-ins.ts";
import type { ExchangeSource } from "../tape/exchange-source.ts";

/**
 * Waits until no request is in flight and no answer has led to another request. A response that is never read stays in flight,
 * so the wait ends after a second without news.
 */
export async function requestsSettled(sources: () => Iterable<ExchangeSource>): Promise<void> {
  let before = "";
  for (let turns = 0; turns < QUIET_TURNS;) {
    const { open, news } = withOwnBuiltIns(() => progress(sources()));
    turns = news === before ? turns + 1 : 0;
    before = news;
    await (open ? restFor(REST_MS) : yieldToEventLoop());
  }
}

/** A client that reads an answer over loopback and asks again takes about ten turns of the event loop. */
const QUIET_TURNS = 100;
/** A turn with a request in flight. */
const REST_MS = 10;

function progress(sources: Iterable<ExchangeSource>): { readonly open: boolean; readonly news: string } {
  const exchanges = [...sources].flatMap((each) => each.exchanges());
  const sizes = exchanges.map(({ outcome, response }) => `${outcome} ${response?.body.length ?? -1}`);
  return { open: exchanges.some(({ outcome }) => outcome === null), news: sizes.join() };
}
