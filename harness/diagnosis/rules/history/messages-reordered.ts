import type { Change } from "../../changes/change.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const messagesReordered: Rule = {
  code: "CB404",
  slug: "messages-reordered",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB403", "CB413"],
  providerReason: "messages_changed",
  title: "The fork sends its parent's messages in another order",
  when: "Messages of the parent, or blocks of one message, stand at another place in the fork.",
  why: "Messages that were collected concurrently, or sorted anew by time or id, make another prefix from the first one that moved.",
  fix: "Keep the history as one list in the order in which it was sent.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"user","content":"Read index.js."},{"role":"assistant","content":"One adds, one prints."},{"role":"user","content":"Thanks."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"Read index.js."},{"role":"user","content":"Read add.js."},{"role":"assistant","content":"One adds, one prints."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"user","content":"Read index.js."},{"role":"assistant","content":"One adds, one prints."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const explains = changes.filter(isMove);
    const moved = (of: Change["of"]): number =>
      explains.filter((each) => each.of === of && each.is === "removed").length;
    const [messages, blocks] = [moved("message"), moved("block")];
    const count = parent.messages().length;
    const said = [
      ...(messages > 0 ? [`${messages} of ${pluralize(count, "message")} ${verb(messages)} at another place`] : []),
      ...(blocks > 0 ? [`${pluralize(blocks, "block")} ${verb(blocks)} at another place of the same message`] : []),
    ];
    return { explains, observed: said.join("; ") };
  },
};

function isMove(change: Change): boolean {
  return (change.of === "message" || change.of === "block") && "moved" in change && change.moved;
}

function verb(count: number): string {
  return count === 1 ? "stands" : "stand";
}
