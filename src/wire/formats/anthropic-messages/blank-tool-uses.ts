import { applyEdits, setMember } from "../../apply-edits.ts";
import { parseJson } from "../../json-object.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";

/** A message with `{}` for the input of every `tool_use`; every other byte stays. */
export function blankToolUses(message: Buffer): Buffer {
  const object = readObject(message, 0);
  const content = lastMember(object, "content")?.value;
  if (content === undefined || message[content.start] !== 0x5b) return message;
  const edits = readElements(message, content.start)
    .map(({ start }) => readObject(message, start))
    .filter((block) => {
      const type = lastMember(block, "type")?.value;
      return type !== undefined && parseJson(message.toString("utf8", type.start, type.end)) === "tool_use";
    })
    .map((block) => setMember(block, "input", "{}"));
  return edits.length === 0 ? message : Buffer.concat(applyEdits(message, object.span, edits));
}
