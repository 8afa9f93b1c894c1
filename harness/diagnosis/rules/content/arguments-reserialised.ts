import {
  argumentsValue,
  givenArguments,
  rawArguments,
  withArguments,
  callNames,
} from "../../reading/call-arguments.ts";
import { changesOf } from "../../changes/change.ts";
import { sameValue } from "../../reading/json-value.ts";
import type { ReadBlock } from "../../reading/read-block.ts";
import type { Rule } from "../../rule.ts";
import { memberNames, repeatedName } from "../../text/how-respelled.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const argumentsReserialised: Rule = {
  code: "CB411",
  slug: "arguments-reserialised",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB409"],
  providerReason: "messages_changed",
  title: "The arguments of a tool call are equal and encoded anew",
  when: "The arguments of a tool call are equal as values. The string that holds them differs, or the order of their members.",
  why: "A client that parses arguments for the tool and encodes them again for the history may change the order of members. In a string it may also change spaces and escapes. Providers hash the order that they are sent.",
  fix: "Keep the call as the model wrote it, as text, and parse a copy for the tool.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{"path":"add.js","limit":10}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{"limit":10,"path":"add.js"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{"path":"add.js","limit":10}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changesOf(changes, "block", "edited").filter(({ parent, child }) => isReserialised(parent, child));
    const { length } = explains;
    return {
      explains,
      names: callNames(explains.map(({ parent }) => parent)),
      observed: `the arguments of ${pluralize(length, "tool call")} are equal as values and have other bytes`,
    };
  },
};

function isReserialised(parent: ReadBlock, child: ReadBlock): boolean {
  if (parent.kind !== "tool-use" || child.kind !== "tool-use") return false;
  if (!sameValue(argumentsValue(parent.value), argumentsValue(child.value))) return false;
  if (!sameValue(withArguments(parent.value, null), withArguments(child.value, null))) return false;
  // A member that is written twice stands at two places of one order.
  const isOnce = [parent, child].every(({ raw }) => repeatedName(raw) === null);
  return isOnce && writtenArguments(parent) !== writtenArguments(child);
}

/** A string as it is, an object by the order of its members: other escapes or numbers in the body are its encoder's (CB420). */
function writtenArguments({ value, raw }: ReadBlock): string {
  const given = givenArguments(value);
  if (typeof given === "string") return `string ${given}`;
  const names = memberNames(rawArguments(raw));
  return JSON.stringify(names.map(({ name }) => name));
}
