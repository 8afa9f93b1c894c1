import type { Layout, Segment, Unit } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import type { CacheRules } from "./cache-rules.ts";

/** The levels of a prefix; each is readable only as long as the ones before it are. */
export const levels: readonly Segment[] = ["tools", "system", "messages"];

export type PromptUnit = {
  readonly unit: Unit;
  /** Its place in the layout's own list. */
  readonly index: number;
  /** The level at which it enters the key: its segment's, but for tools that the rules hash with system. */
  readonly level: Segment;
};

/** The units that are prompt, in the order in which they enter the key. */
export function orderPrompt(layout: Layout, rules: CacheRules): readonly PromptUnit[] {
  const isLate = lateTools(layout, rules);
  const early: PromptUnit[] = [];
  const late: PromptUnit[] = [];
  const rest: PromptUnit[] = [];
  for (const [index, unit] of layout.units.entries()) {
    if (unit.unit === "block" && (unit.deferred || isUnhashed(layout, unit, rules))) continue;
    if (unit.segment !== "tools") rest.push({ unit, index, level: unit.segment });
    else if (isLate(unit)) late.push({ unit, index, level: "system" });
    else early.push({ unit, index, level: "tools" });
  }
  return [...early, ...late, ...rest];
}

function lateTools(layout: Layout, rules: CacheRules): (tool: Unit) => boolean {
  // Searched for only where tools lie: a body is long, and none of its tools may be of such a type.
  const tools = layout.units.filter(({ segment }) => segment === "tools");
  const bytes = layout.body.subarray(tools[0]?.span.start ?? 0, tools.at(-1)?.span.end ?? 0);
  const prefixes = rules.toolsHashedWithSystem.value.filter((prefix) => bytes.includes(prefix));
  if (prefixes.length === 0) return () => false;
  return (tool) => {
    const type = readString(layout.body, tool.span.start, "type");
    return prefixes.some((prefix) => type.startsWith(prefix));
  };
}

function isUnhashed(layout: Layout, unit: Unit, rules: CacheRules): boolean {
  if (unit.pointer !== "/system/0") return false;
  return readString(layout.body, unit.span.start, "text").startsWith(rules.unhashedSystemHead.value);
}

/** A string member of the object at `objectStart`; empty where there is none. */
function readString(body: Buffer, objectStart: number, member: string): string {
  if (body[objectStart] !== 0x7b) return "";
  let found = "";
  walkMembers(body, objectStart, (keyStart, keyEnd, start, end) => {
    if (body[start] === 0x22 && decodeString(body, keyStart, keyEnd) === member) found = decodeString(body, start, end);
  });
  return found;
}
