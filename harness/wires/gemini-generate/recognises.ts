import type { Exchange } from "../../kernel/exchange.ts";
import { hasRootList, hasRootMember } from "../shared/layout/root-member.ts";
import { wireOfPath } from "../wire-of-path.ts";

/**
 * True for a request with a `contents` list that was sent to `…:generateContent` or its streaming twin. Where the path says
 * nothing, a lifetime beside the list tells a cache resource, which is no request for an answer.
 */
export function recognises({ path }: Pick<Exchange, "path" | "headers">, body: Buffer): boolean {
  const wire = wireOfPath(path);
  if (wire !== null && wire !== "gemini-generate") return false;
  if (!hasRootList(body, "contents")) return false;
  return wire !== null || (!hasRootMember(body, "ttl") && !hasRootMember(body, "expireTime"));
}
