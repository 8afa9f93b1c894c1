import type { Exchange } from "../../kernel/exchange.ts";
import { hasRootList, hasRootMember } from "../root-member.ts";
import { wireOfPath } from "../wire-of-path.ts";

/**
 * True for a request with a `messages` list that was sent to `…/messages`. Where the path says nothing, the version must: as
 * a header, or in the body as Bedrock and Vertex want it. The Chat Completions wire also has `messages`, so the list alone
 * does not tell, but for a `system` beside it.
 */
export function recognises({ path, headers }: Pick<Exchange, "path" | "headers">, body: Buffer): boolean {
  if (!hasRootList(body, "messages")) return false;
  const wire = wireOfPath(path);
  if (wire !== null) return wire === "anthropic-messages";
  return headers.some(([name]) => name.toLowerCase() === "anthropic-version") || isShapedSo(body);
}

function isShapedSo(body: Buffer): boolean {
  return hasRootMember(body, "anthropic_version") || (hasRootMember(body, "system") && hasRootMember(body, "model"));
}
