import type { Exchange } from "../../kernel/exchange.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../wire-scan/validate-json.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/**
 * True for a request with a `messages` array that was sent to `…/messages` or carries the version header. A gateway may
 * hide either, never both: the Chat Completions wire also has `messages`, so the shape alone does not tell.
 */
export function recognises(exchange: Pick<Exchange, "path" | "headers">, body: Buffer): boolean {
  return (isMessagesPath(exchange.path) || hasVersionHeader(exchange.headers)) && hasMessages(body);
}

function isMessagesPath(path: string): boolean {
  const [withoutQuery = ""] = path.split("?");
  return withoutQuery.endsWith("/messages") || withoutQuery.endsWith("/messages/count_tokens");
}

function hasVersionHeader(headers: Exchange["headers"]): boolean {
  return headers.some(([name]) => name.toLowerCase() === "anthropic-version");
}

function hasMessages(body: Buffer): boolean {
  const root = skipWhiteSpace(body, contentStart(body));
  if (body[root] !== OPEN_BRACE) return false;
  let found = false;
  walkMembers(body, root, (keyStart, keyEnd, valueStart) => {
    if (body[valueStart] === OPEN_BRACKET && decodeString(body, keyStart, keyEnd) === "messages") found = true;
  });
  return found;
}
