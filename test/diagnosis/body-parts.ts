import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";

/** A Messages body in raw pieces, to be taken apart and put together without encoding anything anew. */
export type BodyParts = {
  readonly tools: readonly string[];
  readonly system: readonly string[];
  readonly messages: readonly MessageParts[];
  /** Whatever else is at the top level: members as raw text. */
  readonly others: readonly string[];
};

/** `blocks` of a message whose content is a string hold that string. */
export type MessageParts = { readonly role: string; readonly blocks: readonly string[] };

export function takeApart(body: Buffer): BodyParts {
  const layout = anthropicMessages.parseLayout(body);
  const raw = (span: { start: number; end: number }): string => body.toString("utf8", span.start, span.end);
  const messages: { role: string; blocks: string[] }[] = [];
  for (const unit of layout.units) {
    if (unit.unit === "envelope") messages.push({ role: unit.role, blocks: [] });
    else if (unit.segment === "messages") messages.at(-1)?.blocks.push(raw(unit.span));
  }
  const blocksOf = (segment: string): string[] =>
    layout.units.flatMap((unit) => (unit.unit === "block" && unit.segment === segment ? [raw(unit.span)] : []));
  return {
    tools: blocksOf("tools"),
    system: blocksOf("system"),
    messages,
    others: layout.parameters.map(({ name, value }) => `${JSON.stringify(name)}:${raw(value)}`),
  };
}

export function putTogether({ tools, system, messages, others }: BodyParts): string {
  const members = [
    ...others,
    ...(tools.length > 0 ? [`"tools":[${tools.join(",")}]`] : []),
    ...(system.length > 0 ? [`"system":${contentOf(system)}`] : []),
    `"messages":[${messages.map(({ role, blocks }) => `{"role":"${role}","content":${contentOf(blocks)}}`).join(",")}]`,
  ];
  return `{${members.join(",")}}`;
}

/** The list with some of its elements replaced by others, raw. */
export function splice<T>(list: readonly T[], at: number, count: number, ...others: readonly T[]): readonly T[] {
  return list.toSpliced(at, count, ...others);
}

function contentOf(blocks: readonly string[]): string {
  const [first = ""] = blocks;
  return blocks.length === 1 && first.startsWith('"') ? first : `[${blocks.join(",")}]`;
}
