import { changesOf } from "../changes/change.ts";
import { type JsonObject, sameValue } from "../json-value.ts";
import type { Rule } from "../rule.ts";
import { countOf } from "../text/count-of.ts";

/** Where the wires keep the id of a call, of its result, of an item. */
const ID_MEMBERS: readonly string[] = ["id", "tool_use_id", "tool_call_id", "call_id"];

export const idsRegenerated: Rule = {
  code: "CB410",
  slug: "ids-regenerated",
  segment: "messages",
  severity: "high",
  weight: "cause",
  providerReason: "messages_changed",
  title: "Calls and results carry other ids than in the parent",
  when: "Two blocks are equal once the ids of calls are left out.",
  why: "The id of a call is part of its block. Clients that make ids up when they load or convert a history change every call in it.",
  mend: "Store the provider's ids with the history and send them unchanged.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{"path":"add.js"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"call_7","name":"read","input":{"path":"add.js"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_7","content":"a + b"}]},{"role":"user","content":"go"}]}`,
    mended: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{"path":"add.js"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changesOf(changes, "block", "edited").filter(({ parent, child }) => {
      const differ = ID_MEMBERS.some((name) => parent.value[name] !== child.value[name]);
      return differ && sameValue(withoutIds(parent.value), withoutIds(child.value));
    });
    const { length } = explains;
    return { explains, observed: `${countOf(length, "block")} ${length === 1 ? "differs" : "differ"} in ids alone` };
  },
};

function withoutIds(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !ID_MEMBERS.includes(name)));
}
