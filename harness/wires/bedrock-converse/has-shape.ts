import { hasRootList, hasRootMember } from "../shared/layout/root-member.ts";
import type { ShapedRequest } from "../wire.ts";

/** A `messages` list. If the path says nothing, a setting that only Converse has must be there, and no model: Converse has it in the path. */
export function hasShape({ body, isNamed }: ShapedRequest): boolean {
  if (!hasRootList(body, "messages")) return false;
  if (isNamed) return true;
  return !hasRootMember(body, "model") && ["inferenceConfig", "toolConfig"].some((name) => hasRootMember(body, name));
}
