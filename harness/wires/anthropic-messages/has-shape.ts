import { hasRootList, hasRootMember } from "../shared/layout/root-member.ts";
import type { ShapedRequest } from "../wire.ts";

/**
 * A `messages` list. If the path says nothing, a version must: as a header, or in the body as Bedrock and Vertex want it. Chat
 * Completions has `messages` too, so a list alone is not enough, but a list with `system` is.
 */
export function hasShape({ body, headers, isNamed }: ShapedRequest): boolean {
  if (!hasRootList(body, "messages")) return false;
  return isNamed || headers.some(([name]) => name.toLowerCase() === "anthropic-version") || isShapedSo(body);
}

function isShapedSo(body: Buffer): boolean {
  return hasRootMember(body, "anthropic_version") || (hasRootMember(body, "system") && hasRootMember(body, "model"));
}
