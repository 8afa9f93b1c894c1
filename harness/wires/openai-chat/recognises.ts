import type { Exchange } from "../../kernel/exchange.ts";
import { recognises as isAnthropic } from "../anthropic-messages/recognises.ts";
import { hasRootList, hasRootMember } from "../shared/layout/root-member.ts";
import { wireOfPath } from "../wire-of-path.ts";

/**
 * True for a request with a `messages` list that was sent to `…/chat/completions`. Where the path says nothing, this is the
 * wire of every list of messages with a model beside it that is not Anthropic's.
 */
export function recognises(exchange: Pick<Exchange, "path" | "headers">, body: Buffer): boolean {
  const wire = wireOfPath(exchange.path);
  if (wire !== null && wire !== "openai-chat") return false;
  if (!hasRootList(body, "messages")) return false;
  return wire !== null || (hasRootMember(body, "model") && !isAnthropic(exchange, body));
}
