import { applyEdits, setMember } from "../../apply-edits.ts";
import { parseJsonObject } from "../../json-object.ts";
import { readObject } from "../../read-object.ts";

/** A `function_call` item with `"{}"` for its arguments, a custom tool's with an empty text. Other items stay unchanged. */
export function blankFunctionCall(item: Buffer): Buffer {
  const type = parseJsonObject(item.toString("utf8"))?.["type"];
  if (type !== "function_call" && type !== "custom_tool_call") return item;
  const object = readObject(item, 0);
  const blank = type === "function_call" ? setMember(object, "arguments", '"{}"') : setMember(object, "input", '""');
  return Buffer.concat(applyEdits(item, object.span, [blank]));
}
