import type { Exchange } from "../../kernel/exchange.ts";
import { hasRootList, hasRootMember } from "../shared/layout/root-member.ts";
import { wireOfPath } from "../wire-of-path.ts";

/**
 * True for a request with a `messages` list that was sent to `…/messages`. Where the path says nothing, the version must: as
 * a header, or in the body as Bedrock and Vertex want it. The Chat Completions wire also has `messages`, so the list alone
 * does not tell, but for a `system` beside it.
 */
export function recognises({ path, headers }: Pick<Exchange, "path" | "headers">, body: Buffer): boolean {
  const wire = wireOfPath(path);
  // The path is asked first: to miss a member means to walk the whole body.
  if (wire !== null && wire !== "anthropic-messages") return false;
  if (!hasRootList(body, "messages")) return false;
  return wire !== null || headers.some(([name]) => name.toLowerCase() === "anthropic-version") || isShapedSo(body);
}

function isShapedSo(body: Buffer): boolean {
  return hasRootMember(body, "anthropic_version") || (hasRootMember(body, "system") && hasRootMember(body, "model"));
}
