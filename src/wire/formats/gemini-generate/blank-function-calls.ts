import { applyEdits } from "../../apply-edits.ts";
import { setPath } from "../../raw-member.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";

/** A Content with `{}` for the arguments of every function call; every other byte stays. */
export function blankFunctionCalls(content: Buffer): Buffer {
  const object = readObject(content, 0);
  const parts = lastMember(object, "parts")?.value;
  if (parts === undefined || content[parts.start] !== 0x5b) return content;
  const edits = readElements(content, parts.start)
    .map(({ start }) => readObject(content, start))
    .filter((part) => lastMember(part, "functionCall") !== null)
    .map((part) => setPath(content, part, ["functionCall", "args"], "{}"));
  return Buffer.concat(applyEdits(content, object.span, edits));
}
