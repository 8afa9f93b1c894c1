import { applyEdits, setMember } from "../../apply-edits.ts";
import { parseJsonObject } from "../../json-object.ts";
import { readObject } from "../../read-object.ts";

/** A `function_call` item with `"{}"` for its arguments; every other item as it is. */
export function blankFunctionCall(item: Buffer): Buffer {
  if (parseJsonObject(item.toString("utf8"))?.["type"] !== "function_call") return item;
  const object = readObject(item, 0);
  return Buffer.concat(applyEdits(item, object.span, [setMember(object, "arguments", '"{}"')]));
}
