import { jsonOrText } from "../../../kernel/json.ts";
import type { Block, Envelope, Layout, Unit } from "../../../kernel/layout.ts";
import { readItem } from "./read-item.ts";
import type { SaidItem, Speaker } from "./said-item.ts";

/** A message of a request: who says it, and what. */
export type SaidMessage = { readonly by: Speaker; readonly items: readonly SaidItem[] };

/** The content of units [from, to) of a layout: one message, its envelope first. */
export function readMessage({ body, units }: Pick<Layout, "body" | "units">, from: number, to: number): SaidMessage {
  const items: SaidItem[] = [];
  let callId: string | null = null;
  for (let at = from; at < to; at += 1) {
    const unit = units[at];
    if (unit === undefined) continue;
    if (unit.unit === "envelope") {
      callId = unit.role === "tool" || unit.role === "function" ? callIdOf(body, unit) : null;
      continue;
    }
    const item = readItem(unit.kind, jsonOrText(unmarked(body, unit)), callId);
    if (item !== null) items.push(item);
  }
  return { by: speakerOf(units, from, to), items };
}

/** Who says the message in units [from, to), by its role and the kinds of its blocks: no content is read. */
export function speakerOf(units: readonly Unit[], from: number, to: number): Speaker {
  let by: Speaker = "user";
  for (let at = from; at < to; at += 1) {
    const unit = units[at];
    if (unit?.unit === "envelope") by = speakerWith(unit.role);
    else if (unit?.kind === "tool-use" || unit?.kind === "thinking") by = "model";
  }
  return by;
}

/** Who digests the messages of a request reads the new ones next. Of one request alone, and without its body. */
let latest: {
  readonly of: Layout["units"] | null;
  readonly messages: Map<number, { readonly to: number; readonly message: SaidMessage }>;
} = { of: null, messages: new Map() };

/** `readMessage` for the messages of the request that is looked at now: each is read once. */
export function readMessageOnce(layout: Layout, from: number, to: number): SaidMessage {
  if (latest.of !== layout.units) latest = { of: layout.units, messages: new Map() };
  const known = latest.messages.get(from);
  if (known?.to === to) return known.message;
  const message = readMessage(layout, from, to);
  latest.messages.set(from, { to, message });
  return message;
}

/** The text of a block without its breakpoints: Bedrock's stand behind it, as blocks of their own. */
export function unmarked(body: Buffer, { span, marks }: Block): string {
  let text = "";
  let start = span.start;
  for (const { excision } of marks) {
    text += body.toString("utf8", start, excision.start);
    start = excision.end;
  }
  return text + body.toString("utf8", start, span.end);
}

function speakerWith(role: string): Speaker {
  if (role === "assistant" || role === "model") return "model";
  return role === "system" || role === "developer" ? "system" : "user";
}

/** Chat names the answered call outside the content. */
function callIdOf(body: Buffer, { members }: Envelope): string | null {
  for (const { start, end } of members) {
    const id = /^"tool_call_id"\s*:\s*("(?:[^"\\]|\\.)*")$/.exec(body.toString("utf8", start, end))?.[1];
    if (id !== undefined) return String(jsonOrText(id));
  }
  return null;
}
