import { hasRootList, hasRootMember } from "../shared/layout/root-member.ts";
import type { ShapedRequest } from "../wire.ts";

/** A `contents` list. If the path says nothing, a body with a lifetime is a cache resource, and asks for no answer. */
export function hasShape({ body, isNamed }: ShapedRequest): boolean {
  if (!hasRootList(body, "contents")) return false;
  return isNamed || (!hasRootMember(body, "ttl") && !hasRootMember(body, "expireTime"));
}
