import type { Segment } from "../../kernel/layout.ts";
import type { ReadBlock } from "../reading/read-block.ts";
import type { ReadMessage } from "../reading/read-messages.ts";
import type { ReadTool } from "../reading/read-tools.ts";

/**
 * One difference between two prefixes: a tool, a block of system, a message, or a block of a message that both sides have.
 * A rule takes the changes that its code explains; every change of a diverged segment is explained by exactly one rule.
 */
export type Change = ToolChange | SystemChange | MessageChange | BlockChange;

export type ToolChange = { readonly of: "tool" } & ChangePosition &
  (
    | { readonly is: "removed"; readonly parent: ReadTool }
    | { readonly is: "added"; readonly child: ReadTool }
    /** A member of the tool has another value; `member` is "" where members are equal as values and spelled otherwise. */
    | { readonly is: "edited"; readonly parent: ReadTool; readonly child: ReadTool; readonly member: string }
    /** The tools that both sides have stand in another order; `names` are those out of place. */
    | { readonly is: "reordered"; readonly names: readonly string[] }
  );

export type SystemChange = { readonly of: "system" } & ChangePosition &
  (
    | { readonly is: "removed"; readonly parent: ReadBlock }
    | { readonly is: "added"; readonly child: ReadBlock }
    | { readonly is: "edited"; readonly parent: ReadBlock; readonly child: ReadBlock }
  );

/**
 * - `edited` a message that both sides have, with another role or another member outside its content
 * - `recut` neighbours of one role, whose content stands in more or fewer messages in the child
 */
export type MessageChange = { readonly of: "message" } & ChangePosition &
  (
    | { readonly is: "removed"; readonly parent: ReadMessage; readonly moved: boolean }
    | { readonly is: "added"; readonly child: ReadMessage; readonly moved: boolean }
    | { readonly is: "edited"; readonly parent: ReadMessage; readonly child: ReadMessage }
    | { readonly is: "recut"; readonly before: readonly ReadMessage[]; readonly after: readonly ReadMessage[] }
  );

/** `moved`: the same block stands at another place of its message. */
export type BlockChange = { readonly of: "block"; readonly within: MessagePair } & ChangePosition &
  (
    | { readonly is: "removed"; readonly parent: ReadBlock; readonly moved: boolean }
    | { readonly is: "added"; readonly child: ReadBlock; readonly moved: boolean }
    | { readonly is: "edited"; readonly parent: ReadBlock; readonly child: ReadBlock }
  );

/** Two messages that were aligned though they differ. */
export type MessagePair = { readonly parent: ReadMessage; readonly child: ReadMessage };

type ChangePosition = {
  readonly segment: Segment;
  /** JSON pointer in the parent's body; the place where it would stand for something that was added. */
  readonly pointer: string;
  /** The parent's element of the segment at which the change lies: tool, block of system, message. */
  readonly place: number;
};

/** The changes of one kind, such as the removed tools. */
export function changesOf<O extends Change["of"], I extends Change["is"]>(
  changes: readonly Change[],
  of: O,
  is: I,
): readonly Extract<Change, { readonly of: O; readonly is: I }>[] {
  return changes.filter((change): change is Extract<Change, { readonly of: O; readonly is: I }> => {
    return change.of === of && change.is === is;
  });
}
