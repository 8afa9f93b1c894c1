import type { Envelope, Unit } from "../kernel/layout.ts";
import { RULE_SETS, type RuleSetMask } from "./rule-sets.ts";

/** Every set of rules under which a string is the same as a text block. */
export const AS_TEXT: RuleSetMask = RULE_SETS.reduce(
  (mask, rules, place) => (rules.includes("string-as-text-block") ? mask | (1 << place) : mask),
  0,
);

/** Whether a unit is the `input` of a Responses request written as one string: the user's text without an item around it. */
export function isTextInput({ pointer, segment }: Unit): boolean {
  return pointer === "/input" && segment === "messages";
}

/** Whether a message has no members except its content and the user's role: the meaning of a string as `input`. */
export function isUsersAlone(body: Buffer, { members, role }: Envelope): boolean {
  const said = members.map(({ start, end }) => body.toString("utf8", start, end).replaceAll(/\s/g, ""));
  return role === "user" && said.every((member) => member === '"role":"user"' || member === '"type":"message"');
}
