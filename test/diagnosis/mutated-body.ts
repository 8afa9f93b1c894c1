import { type BodyParts, type MessageParts, splice } from "./body-parts.ts";
import type { Beside } from "./mutations-beside.ts";

export const MARK = `,"cache_control":{"type":"ephemeral"}}`;
export const HOUR = `,"cache_control":{"type":"ephemeral","ttl":"1h"}}`;
export const text = (words: string, end = "}"): string => `{"type":"text","text":${JSON.stringify(words)}${end}`;
export const user = (...blocks: readonly string[]): MessageParts => ({ role: "user", blocks });
export const model = (...blocks: readonly string[]): MessageParts => ({ role: "assistant", blocks });

/** A member outside the prompt, the same in both but for its value; null leaves it out. */
export function setting(name: string, before: unknown, after: unknown): Beside["mutate"] {
  return (body) => ({
    parent: withMember(plain(body), name, before),
    child: goOn(withMember(plain(body), name, after)),
    pointer: null,
  });
}

export function withMember(body: BodyParts, name: string, value: unknown): BodyParts {
  const others = body.others.filter((member) => !member.startsWith(`"${name}":`));
  return { ...body, others: value === null ? others : [...others, `"${name}":${JSON.stringify(value)}`] };
}

/** The body with no mark and no setting that two requests of it could differ by. */
export function plain(body: BodyParts): BodyParts {
  const strip = (raw: string): string => raw.replaceAll(/,\s*"cache_control"\s*:\s*\{[^{}]*\}/g, "");
  const asBlocks = (raw: string): string => (raw.startsWith('"') ? `{"type":"text","text":${raw}}` : strip(raw));
  return {
    tools: body.tools.map(strip),
    system: body.system.map(asBlocks),
    messages: body.messages.map((message) => ({ ...message, blocks: message.blocks.map(asBlocks) })),
    others: body.others.filter((member) => !/^"(?:cache_control|thinking|max_tokens)":/.test(member)),
  };
}

export function goOn(body: BodyParts, ...own: readonly MessageParts[]): BodyParts {
  const tail = own.length > 0 ? own : [user(text("Inspect the source folder and report."))];
  return { ...body, messages: [...body.messages, model(text("All done here.")), ...tail] };
}

/** Both sides as they are, the child with messages of its own. */
export function going(own: (at: number) => readonly MessageParts[], pointer: (at: number) => string): Beside["mutate"] {
  return (body) => {
    const parent = plain(body);
    const at = parent.messages.length + 1;
    return { parent, child: goOn(parent, ...own(at)), pointer: pointer(at) };
  };
}

/** The parent with a marked message behind its own, and where that stands. */
export function marked(body: BodyParts, end: string): { readonly parent: BodyParts; readonly at: number } {
  const parent = plain(body);
  return { parent: goOn(parent, user(text("Go on.", end))), at: parent.messages.length + 1 };
}

/** Edits the block that `marked` marks, in a child that goes on. */
export function remarked(before: string, after: string, ...own: readonly MessageParts[]): Beside["mutate"] {
  return (body) => {
    const { parent, at } = marked(body, before);
    const messages = splice(parent.messages, at, 1, user(text("Go on.", after)));
    return { parent, child: goOn({ ...parent, messages }, ...own), pointer: `/messages/${at}/content/0` };
  };
}

export const notes = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => text(`Note ${at}.`));
export const call = `{"type":"tool_use","id":"toolu_new","name":"read_file","input":{}}`;
export const orphan = `{"type":"tool_result","tool_use_id":"toolu_gone","content":"x"}`;

export const image = `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}`;
export const thought = `{"type":"thinking","thinking":"It is in the reader.","signature":"c2ln"}`;

/** Messages behind the recorded ones, the parent's and what became of them; the block of one of them that breaks. */
export function tail(
  before: readonly MessageParts[],
  after: readonly MessageParts[],
  block: number,
  message = 0,
): Beside["mutate"] {
  return (body) => {
    const base = plain(body);
    const at = base.messages.length + 1 + message;
    const child = goOn(goOn(base, ...after), user(text("Report.")));
    const own = { ...child, messages: child.messages.toSpliced(-2, 1) };
    return { parent: goOn(base, ...before), child: own, pointer: `/messages/${at}/content/${block}` };
  };
}
