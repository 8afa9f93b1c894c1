import { applyEdits, type Edit } from "../../apply-edits.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";
import { setPath } from "../../raw-member.ts";

/** A message with `"{}"` for the arguments of every call, no text for a custom tool's; every other byte stays. */
export function blankToolCalls(message: Buffer): Buffer {
  const object = readObject(message, 0);
  const calls = lastMember(object, "tool_calls")?.value;
  if (calls === undefined || message[calls.start] !== 0x5b) return message;
  const edits: readonly Edit[] = readElements(message, calls.start).map(({ start }) => {
    const call = readObject(message, start);
    return lastMember(call, "custom") === null
      ? setPath(message, call, ["function", "arguments"], '"{}"')
      : setPath(message, call, ["custom", "input"], '""');
  });
  return Buffer.concat(applyEdits(message, object.span, edits));
}
