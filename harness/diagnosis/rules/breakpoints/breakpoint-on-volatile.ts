import type { Block, Layout } from "../../../kernel/layout.ts";
import { conversation } from "../../example-sequence.ts";
import { honorsBreakpoints, markedMessageBlocks } from "../../reading/marked-message-blocks.ts";
import type { SequenceRule } from "../../sequence-rule.ts";
import { unitKey } from "../../unit-key.ts";

/** A status behind each question, marked where it is the newest; `isSent` says which requests still hold which of them. */
function withStatus(isSent: (at: number, turn: number) => boolean): SequenceRule["example"]["broken"] {
  return conversation(
    2,
    () => "",
    (at, turn) => {
      const mark = turn === at ? `,"cache_control":{"type":"ephemeral"}` : "";
      const status = isSent(at, turn) ? `,{"type":"text","text":"Open files: ${turn}"${mark}}` : "";
      return `[{"type":"text","text":"question ${turn}"}${status}]`;
    },
  );
}

export const breakpointOnVolatile: SequenceRule = {
  code: "CB505",
  slug: "breakpoint-on-volatile",
  segment: "breakpoints",
  severity: "high",
  weight: "beside",
  providerReason: null,
  title: "A breakpoint stands on a block that the next request does not send",
  when: "The turn that goes on from a request differs from it at a message with a marked block, and holds that block nowhere.",
  why: "An entry is found only where its whole prompt comes back. Some clients put a status or a reminder behind the newest message of each request. It takes the breakpoint with it, and the entry stored there is never read.",
  fix: "Put the breakpoint on the last block that stays in the conversation, or leave in the history what was marked.",
  example: {
    broken: withStatus((at, turn) => turn === at),
    fixed: withStatus(() => true),
  },
  watch() {
    return (step) => {
      const { parent, relation, judgement, layout, parentLayout } = step;
      const divergence = judgement?.divergence ?? null;
      if (parentLayout === null || relation !== "turn" || divergence?.segment !== "messages") return null;
      const isThere = ({ message }: Block): boolean => divergence.pointer.split("/")[2] === String(message);
      const lost = markedBlocksOf(parentLayout).find((block) => isThere(block) && !holds(layout, parentLayout, block));
      if (lost === undefined || !honorsBreakpoints(step)) return null;
      const { pointer } = lost;
      return {
        pointer,
        observed: `the marked block ${pointer} of ${parent} is not in the request that goes on from it`,
      };
    };
  },
};

/** A mark at the top of the body stands on the last block. */
function markedBlocksOf(layout: Layout): readonly Block[] {
  const last = layout.automaticMark === null ? undefined : layout.units.at(-1);
  return last?.unit === "block" && last.segment === "messages" ? [last] : markedMessageBlocks(layout);
}

/** Whether a request has the block of another, at whatever place. */
function holds(layout: Layout, other: Layout, block: Block): boolean {
  const key = unitKey(other.body, block);
  return layout.units.some(
    (unit) => unit.segment === "messages" && unit.unit === "block" && unitKey(layout.body, unit) === key,
  );
}
