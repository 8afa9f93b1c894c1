import { hasRootList, hasRootMember } from "../shared/layout/root-member.ts";
import { wrappedRequest } from "./wrapped-request.ts";
import type { ShapedRequest } from "../wire.ts";

/** A `contents` list, also of a wrapped request. If the path says nothing, a body with a lifetime is a cache resource, and asks for no answer. */
export function hasShape({ body, isNamed }: ShapedRequest): boolean {
  if (!hasRootList(body, "contents")) return wrappedRequest(body) !== null;
  return isNamed || (!hasRootMember(body, "ttl") && !hasRootMember(body, "expireTime"));
}
