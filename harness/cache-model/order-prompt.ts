import { alongMessages, messagesStart, sharedUnits } from "../kernel/along-messages.ts";
import type { Layout, Segment, Unit } from "../kernel/layout.ts";
import type { Sequence } from "../kernel/sequence.ts";
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
export function orderPrompt(layout: Layout, rules: KeyRules, model: ModelRule): readonly PromptUnit[] {
  const { head, tail } = orderBeside(layout, rules, model, null);
  return [...head, ...tail];
}

/** A prompt in the parts that it has in common with another one, or has not. */
export type OrderedParts = {
  /** What stands before the messages. */
  readonly head: readonly PromptUnit[];
  /** How many units of messages follow that are the very same as in the other prompt. */
  readonly shared: number;
  /** What follows those. */
  readonly tail: readonly PromptUnit[];
};

/** A prompt that was ordered before, by the same rules; `head` counts what stands before the messages. */
export type Ordered = {
  readonly layout: Layout;
  readonly rule: ModelRule;
  readonly head: number;
  readonly units: Pick<Sequence<PromptUnit>, "at" | "length">;
};

/** The same beside a prompt that this one may repeat: what it repeats is not looked at. */
export function orderBeside(layout: Layout, rules: KeyRules, model: ModelRule, beside: Ordered | null): OrderedParts {
  const { body, units } = layout;
  const start = messagesStart(units);
  const early: PromptUnit[] = [];
  const late: PromptUnit[] = [];
  const rest: PromptUnit[] = [];
  for (let index = 0; index < start; index += 1) {
    const unit = units[index];
    if (unit === undefined || (unit.unit === "block" && (unit.deferred || isUnhashed(body, unit, rules)))) continue;
    if (unit.segment !== "tools") rest.push({ unit, index, level: unit.segment });
    else if (isLate(body, unit, rules)) late.push({ unit, index, level: "system" });
    else early.push({ unit, index, level: "tools" });
  }
  const turn = model.dropsOldThinking === true ? lastTurn(layout).turn : -1;
  const taken = beside === null ? NOTHING : takenOver(layout, { start, turn, model }, beside);
  const tail: PromptUnit[] = [];
  for (let index = start + taken.covered; index < units.length; index += 1) {
    const unit = units[index];
    if (unit === undefined) continue;
    if (unit.unit === "block" && (unit.deferred || isUnhashed(body, unit, rules))) continue;
    if (unit.unit === "block" && unit.kind === "thinking" && unit.message < turn) continue;
    tail.push({ unit, index, level: unit.segment });
  }
  return { head: [...early, ...late, ...rest], shared: taken.units, tail };
}

/** How many prompt units of messages stand in both, and how many units of the layout they settle. */
type Taken = { readonly units: number; readonly covered: number };

const NOTHING: Taken = { units: 0, covered: 0 };

function takenOver(
  layout: Layout,
  { start, turn, model }: { readonly start: number; readonly turn: number; readonly model: ModelRule },
  beside: Ordered,
): Taken {
  const isAlike = beside.rule === model && messagesStart(beside.layout.units) === start;
  if (!isAlike || (turn !== -1 && lastTurn(beside.layout).turn !== turn)) return NOTHING;
  const covered = sharedUnits(layout, beside.layout);
  const { units, head } = beside;
  let [end, beyond] = [head, units.length];
  // Of the messages they stand in the layout's order: the first that is not shared lies in [end, beyond].
  while (end < beyond) {
    const middle = (end + beyond) >> 1;
    if ((units.at(middle)?.index ?? 0) < start + covered) end = middle + 1;
    else beyond = middle;
  }
  return { units: end - head, covered };
}

/** Index of the last message in which a user says something that is no tool result; -1 where there is none. */
const lastTurn = alongMessages<{ readonly role: string; readonly turn: number }>(
  { role: "", turn: -1 },
  (state, { units }, from, to) => {
    let { role, turn } = state;
    for (let at = from; at < to; at += 1) {
      const unit = units[at];
      if (unit?.unit === "envelope") role = unit.role;
      else if (unit !== undefined && role === "user" && unit.kind !== "tool-result") turn = unit.message;
    }
    return { role, turn };
  },
);

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
