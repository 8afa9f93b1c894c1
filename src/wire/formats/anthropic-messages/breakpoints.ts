import { applyEdits, setMember } from "../../apply-edits.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";
import type { Breakpoints, OpenBytes } from "../../wire-format.ts";

/** The API takes four marks in a request (harness/providers/FACTS.md#anthropic-prefix). */
const most = 4;

const mark = '{"type":"ephemeral"}';

export const anthropicBreakpoints: Breakpoints = {
  survey: (body, parent) => {
    const marks = marksIn(body);
    const unmarkedBytes = body.historyEnd - (marks.findLast((at) => at < body.historyEnd) ?? 0);
    // Without a mark of its sender no cache is paid for. Its automatic one moves with each turn.
    const takesMore = marks.length > 0 && lastMember(parent, "cache_control") === null;
    return { room: takesMore ? Math.max(0, most - marks.length) : 0, unmarkedBytes };
  },
  marked,
};

/** Where members of this name stand: one in a tool's schema counts too, since a mark too many is refused. */
function marksIn({ parts }: OpenBytes): readonly number[] {
  const found: number[] = [];
  let before = 0;
  for (const part of parts) {
    for (let at = part.indexOf(name); at !== -1; at = part.indexOf(name, at + name.length))
      if (isMember(part, at + name.length)) found.push(before + at);
    before += part.length;
  }
  return found;
}

const name = Buffer.from('"cache_control"');

function isMember(bytes: Buffer, from: number): boolean {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return bytes[at] === 0x3a;
}

/** The message with a mark of the standard time to live on its last block: a shorter one may stand behind a longer one. */
function marked(message: Buffer): Buffer {
  const object = readObject(message, 0);
  const content = lastMember(object, "content")?.value;
  const last = content === undefined ? undefined : readElements(message, content.start).at(-1);
  if (last === undefined) return message;
  return Buffer.concat(
    applyEdits(message, object.span, [setMember(readObject(message, last.start), "cache_control", mark)]),
  );
}
