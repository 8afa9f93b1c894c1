import type { Unit } from "../../../kernel/layout.ts";
import { scanElements } from "../../../wire-scan/scan-container.ts";
import { type BlockSpelling, layoutBlock, layoutUnknownBlock } from "./layout-block.ts";
import { layoutEnvelope, NOT_CONTENT } from "./layout-envelope.ts";
import type { ReusableLayout } from "./reusable-layout.ts";

const OPEN_BRACKET = 0x5b;

/** Lays out the tools of the list at `pointer`, which starts at `start`. */
export function layoutTools(
  body: Buffer,
  start: number,
  {
    pointer,
    spelling,
    known,
  }: {
    readonly pointer: string;
    readonly spelling: BlockSpelling;
    readonly known: ReusableLayout | null;
  },
  into: Unit[],
): number {
  if (body[start] !== OPEN_BRACKET)
    return layoutUnknownBlock(body, start, { segment: "tools", pointer, message: -1 }, into);
  const repeated = known?.takeList(pointer, body, start) ?? null;
  if (repeated !== null) {
    append(repeated.units, into);
    return repeated.end;
  }
  return scanElements(body, start, (index, at) => {
    const place = { segment: "tools", pointer: `${pointer}/${index}`, message: -1 } as const;
    const tool = known?.takeBlock(place.pointer, body, at) ?? layoutBlock(body, at, place, spelling);
    into.push(tool);
    return tool.span.end;
  });
}

/**
 * Lays out the messages of the list at `pointer`, which starts at `start`; system prompts go into `system`. `layoutMessage` is
 * called for those that are not a repetition. The kind of a message (a system prompt, tools) may depend on earlier bytes, so
 * messages before the first block are taken over only if the bodies are equal from their first byte on.
 */
export function layoutMessages(
  body: Buffer,
  start: number,
  {
    pointer,
    known,
    system = [],
  }: { readonly pointer: string; readonly known: ReusableLayout | null; readonly system?: Unit[] },
  into: Unit[],
  layoutMessage: (start: number, index: number, into: Unit[]) => number,
): number {
  if (body[start] !== OPEN_BRACKET) {
    const odd = layoutEnvelope(body, start, { pointer, message: 0 }, () => NOT_CONTENT);
    into.push(odd);
    return odd.span.end;
  }
  // A run of messages that are taken over is one step of the walk.
  let taken = 0;
  return scanElements(body, start, (step, at) => {
    const index = step + taken;
    const prompt = known?.takeSystem(index, body, at) ?? null;
    if (prompt !== null) {
      append(prompt.units, system);
      return prompt.end;
    }
    const repeated = known?.takeMessages(index, body, at, into) ?? null;
    if (repeated === null) {
      const from = into.length;
      const end = layoutMessage(at, index, into);
      known?.settle(into, from, body);
      return end;
    }
    append(repeated.units, into);
    taken += repeated.count - 1;
    return repeated.end;
  });
}

/** Many at a time, but no more than a call may have arguments. */
const AT_A_TIME = 4_096;

function append(units: readonly Unit[], into: Unit[]): void {
  for (let at = 0; at < units.length; at += AT_A_TIME) into.push(...units.slice(at, at + AT_A_TIME));
}
