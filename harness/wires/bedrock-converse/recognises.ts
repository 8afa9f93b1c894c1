import type { Exchange } from "../../kernel/exchange.ts";
import { hasRootList, hasRootMember } from "../shared/layout/root-member.ts";
import { wireOfPath } from "../wire-of-path.ts";

/**
 * True for a request with a `messages` list that was sent to `…/converse` or its streaming twin. Where the path says
 * nothing, a setting that only Converse has must stand beside the list, and no model: Converse has it in the path.
 */
export function recognises({ path }: Pick<Exchange, "path" | "headers">, body: Buffer): boolean {
  const wire = wireOfPath(path);
  if (wire !== null && wire !== "bedrock-converse") return false;
  if (!hasRootList(body, "messages")) return false;
  if (wire !== null) return true;
  return !hasRootMember(body, "model") && ["inferenceConfig", "toolConfig"].some((name) => hasRootMember(body, name));
}
