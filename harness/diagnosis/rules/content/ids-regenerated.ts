import type { Change } from "../../changes/change.ts";
import { isJsonObject, type JsonObject, sameValue } from "../../reading/json-value.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

/** Where the wires keep the id of a call, of its result, of an item. */
const ID_MEMBERS: readonly string[] = ["id", "tool_use_id", "tool_call_id", "call_id", "toolUseId"];

/** Members that hold the call or the result proper on Bedrock and Gemini. */
const WRAPPERS: readonly string[] = ["toolUse", "toolResult", "functionCall", "functionResponse"];

export const idsRegenerated: Rule = {
  code: "CB410",
  slug: "ids-regenerated",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB413"],
  providerReason: "messages_changed",
  title: "Calls and results carry other ids than in the parent",
  when: "Two blocks are equal once the ids of calls are left out.",
  why: "The id of a call is part of its block. Clients that make ids up when they load or convert a history change every call in it.",
  fix: "Store the provider's ids with the history and send them unchanged.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{"path":"add.js"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"call_7","name":"read","input":{"path":"add.js"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_7","content":"a + b"}]},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{"path":"add.js"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter(isIdChange);
    const { length } = explains;
    return { explains, observed: `${pluralize(length, "block")} ${length === 1 ? "differs" : "differ"} in ids alone` };
  },
};

function isIdChange(change: Change): boolean {
  if (change.is !== "edited") return false;
  if (change.of === "block") return differInIds(change.parent.value, change.child.value);
  // Chat keeps the id that a result answers outside the content of its message.
  return change.of === "message" && differInIds(change.parent.members(), change.child.members());
}

/** The difference must be in ids: values that are only spelled differently have no changed id. */
function differInIds(parent: JsonObject, child: JsonObject): boolean {
  return !sameValue(parent, child) && sameValue(withoutIds(parent), withoutIds(child));
}

function withoutIds(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (ID_MEMBERS.includes(name)) return [];
      return [[name, WRAPPERS.includes(name) && isJsonObject(inner) ? withoutIds(inner) : inner]];
    }),
  );
}
