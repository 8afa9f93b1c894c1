import type { Unit } from "../kernel/layout.ts";

/**
 * Whether a tool is the first of its list where there may be several (`/tools/1/functionDeclarations/0` of Gemini): declarations
 * that are shared out to other lists are the same blocks, and other bytes around them.
 */
export function beginsList(unit: Unit, before: Unit | undefined): boolean {
  const list = listOf(unit);
  return list !== null && (before === undefined || list !== listOf(before));
}

function listOf({ segment, pointer }: Unit): string | null {
  const isOneOfSeveral = segment === "tools" && /^\/tools\/\d+\/[^/]+\/\d+$/.test(pointer);
  return isOneOfSeveral ? pointer.slice(0, pointer.lastIndexOf("/")) : null;
}
