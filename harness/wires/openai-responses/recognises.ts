import type { Exchange } from "../../kernel/exchange.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import { rootMember } from "../shared/layout/root-member.ts";
import { wireOfPath } from "../wire-of-path.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/**
 * True for a request with `input` that was sent to `…/responses`, over HTTP or as a message of a WebSocket. Where the path
 * says nothing, the first item must have a role: embeddings and moderations have an `input` too.
 */
export function recognises({ path }: Pick<Exchange, "path" | "headers">, body: Buffer): boolean {
  const wire = wireOfPath(path);
  if (wire !== null && wire !== "openai-responses") return false;
  const input = rootMember(body, "input");
  if (input === null) return false;
  if (wire !== null) return body[input] === OPEN_BRACKET || body[input] === QUOTE;
  return body[input] === OPEN_BRACKET && hasRole(body, skipWhiteSpace(body, input + 1));
}

function hasRole(body: Buffer, item: number): boolean {
  if (body[item] !== OPEN_BRACE) return false;
  let found = false;
  walkMembers(body, item, (keyStart, keyEnd) => {
    if (stringIs(body, keyStart, keyEnd, "role")) found = true;
  });
  return found;
}
