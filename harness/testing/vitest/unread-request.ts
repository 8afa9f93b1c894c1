import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { readRequest } from "../../verdict/read-request.ts";
import { isBatch, isPartOfConversation, mayBeModelPath } from "../../verdict/recording/why-unread.ts";

/** A request that a model may answer and whose wire format is not read, as one or no text: `POST /v1beta/interactions`. */
export function unreadRequest(exchange: Exchange): readonly string[] {
  const { method, path } = exchange;
  const [place = ""] = path.split("?");
  if (isBatch(exchange)) return [`${method} ${place}`];
  if (method !== "POST" || !mayBeModelPath(path) || !isPartOfConversation(exchange)) return [];
  return isRead(exchange) ? [] : [`${method} ${place}`];
}

/** What is wrong with a body is said where it is judged. */
function isRead(exchange: Exchange): boolean {
  try {
    return readRequest(exchange) !== null;
  } catch (fault) {
    if (fault instanceof HarnessError) return true;
    throw fault;
  }
}
