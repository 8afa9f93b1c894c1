import { hasShape as hasShapeOfAnthropic } from "../anthropic-messages/has-shape.ts";
import { hasRootList, hasRootMember } from "../shared/layout/root-member.ts";
import type { ShapedRequest } from "../wire.ts";

/** A `messages` list. If the path says nothing, every such list with a model that is not Anthropic's. */
export function hasShape(request: ShapedRequest): boolean {
  const { body, isNamed } = request;
  if (!hasRootList(body, "messages")) return false;
  return isNamed || (hasRootMember(body, "model") && !hasShapeOfAnthropic(request));
}
