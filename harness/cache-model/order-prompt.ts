import type { Layout, Segment, Unit } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { stringIs } from "../wire-scan/string-is.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import type { KeyRules, ModelRule } from "./cache-rules.ts";
import { rememberUnit } from "./remember-unit.ts";

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
export function orderPrompt({ body, units }: Layout, rules: KeyRules, model: ModelRule): readonly PromptUnit[] {
  const turn = model.dropsOldThinking === true ? lastTurn(units) : -1;
  const early: PromptUnit[] = [];
  const late: PromptUnit[] = [];
  const rest: PromptUnit[] = [];
  for (const [index, unit] of units.entries()) {
    if (unit.unit === "block" && (unit.deferred || isUnhashed(body, unit, rules))) continue;
    if (unit.unit === "block" && unit.kind === "thinking" && unit.message < turn) continue;
    if (unit.segment !== "tools") rest.push({ unit, index, level: unit.segment });
    else if (isLate(body, unit, rules)) late.push({ unit, index, level: "system" });
    else early.push({ unit, index, level: "tools" });
  }
  return [...early, ...late, ...rest];
}

/** Index of the last message in which a user says something that is no tool result; -1 where there is none. */
function lastTurn(units: readonly Unit[]): number {
  let role = "";
  let turn = -1;
  for (const unit of units) {
    if (unit.unit === "envelope") role = unit.role;
    else if (unit.segment === "messages" && role === "user" && unit.kind !== "tool-result") turn = unit.message;
  }
  return turn;
}

function isLate(body: Buffer, tool: Unit, rules: KeyRules): boolean {
  const prefixes = rules.toolsHashedWithSystem.value;
  return prefixes.some((prefix) => typeOf(body, tool).startsWith(prefix));
}

function isUnhashed(body: Buffer, unit: Unit, rules: KeyRules): boolean {
  const head = rules.unhashedSystemHead.value;
  return head !== null && unit.pointer === "/system/0" && textOf(body, unit).startsWith(head);
}

const typeOf = rememberUnit((body, unit) => readString(body, unit.span.start, "type"));
const textOf = rememberUnit((body, unit) => readString(body, unit.span.start, "text"));

/** A string member of the object at `objectStart`; empty where there is none. */
function readString(body: Buffer, objectStart: number, member: string): string {
  if (body[objectStart] !== 0x7b) return "";
  let found = "";
  walkMembers(body, objectStart, (keyStart, keyEnd, start, end) => {
    if (body[start] === 0x22 && stringIs(body, keyStart, keyEnd, member)) found = decodeString(body, start, end);
  });
  return found;
}
