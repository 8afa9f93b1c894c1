import { foldMessagesMemo, messagesStart } from "../../kernel/memo/fold-messages-memo.ts";
import type { Layout, Segment, Unit } from "../../kernel/layout.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import { stringBegins } from "../../wire-scan/string-begins.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import type { KeyRules, ModelRule } from "../../providers/rules/cache-rules.ts";
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
  const messages = orderMessages(layout, messagesStart(layout.units), thinkingTurn(layout, model));
  return [...orderHead(layout, rules), ...messages];
}

/** Those before the messages. */
export function orderHead({ body, units }: Layout, rules: KeyRules): readonly PromptUnit[] {
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
  return [...early, ...late, ...rest];
}

/** Those of the messages, from a unit on. Thinking of messages before `turn` is left out. */
export function orderMessages({ units }: Layout, from: number, turn: number): readonly PromptUnit[] {
  const prompt: PromptUnit[] = [];
  for (let index = from; index < units.length; index += 1) {
    const unit = units[index];
    if (unit === undefined || (unit.unit === "block" && unit.deferred)) continue;
    if (unit.unit === "block" && unit.kind === "thinking" && unit.message < turn) continue;
    prompt.push({ unit, index, level: unit.segment });
  }
  return prompt;
}

/** Index of the first message whose thinking is prompt, where a model drops that of earlier turns; else -1. */
export function thinkingTurn(layout: Layout, { dropsOldThinking }: ModelRule): number {
  return dropsOldThinking === true ? newestTurn(layout) : -1;
}

/**
 * Index of the last user message that is not only tool results; -1 without one, and for a conversation without thinking, of which a
 * new turn drops nothing.
 */
export function newestTurn(layout: Layout): number {
  const { turn, hasThinking } = lastTurn(layout);
  return hasThinking ? turn : -1;
}

type LastTurn = { readonly role: string; readonly turn: number; readonly hasThinking: boolean };

const lastTurn = foldMessagesMemo<LastTurn>(
  { role: "", turn: -1, hasThinking: false },
  (state, { units }, from, to) => {
    let { role, turn, hasThinking } = state;
    for (let at = from; at < to; at += 1) {
      const unit = units[at];
      if (unit?.unit === "envelope") role = unit.role;
      else if (unit !== undefined && role === "user" && unit.kind !== "tool-result") turn = unit.message;
      if (unit?.unit === "block" && unit.kind === "thinking") hasThinking = true;
    }
    return { role, turn, hasThinking };
  },
);

function isLate(body: Buffer, tool: Unit, rules: KeyRules): boolean {
  return isOfTypes(rules.toolsHashedWithSystem.value)(body, tool);
}

function isUnhashed(body: Buffer, unit: Unit, rules: KeyRules): boolean {
  return unit.pointer === "/system/0" && saysFirst(rules.unhashedSystemHead)(body, unit);
}

/** By the prefixes of a rule file, each tool is looked at once. */
const isOfTypes = memoizeByObject((prefixes: readonly string[]) =>
  rememberUnit((body, { span: { start, end } }) => {
    const tool = body.subarray(start, end);
    // A native search spares most tools the walk.
    if (!prefixes.some((prefix) => tool.includes(prefix)) && !tool.includes(ESCAPE)) return false;
    return memberHolds(body, start, "type", (from, to) =>
      prefixes.some((prefix) => stringBegins(body, from, to, prefix)),
    );
  }),
);

/** How letters are spelled that are not written as they are. */
const ESCAPE = "\\u";

/** The same of the first block of a system prompt, whose text is long. */
const saysFirst = memoizeByObject(({ value: head }: KeyRules["unhashedSystemHead"]) =>
  rememberUnit(
    (body, { span }) =>
      head !== null && memberHolds(body, span.start, "text", (start, end) => stringBegins(body, start, end, head)),
  ),
);

/** Tests a string member of the object at `objectStart`; false if it is missing. Of two the last counts. */
function memberHolds(
  body: Buffer,
  objectStart: number,
  member: string,
  holds: (start: number, end: number) => boolean,
): boolean {
  if (body[objectStart] !== 0x7b) return false;
  let found = false;
  walkMembers(body, objectStart, (keyStart, keyEnd, start, end) => {
    if (body[start] === 0x22 && stringIs(body, keyStart, keyEnd, member)) found = holds(start, end);
  });
  return found;
}
