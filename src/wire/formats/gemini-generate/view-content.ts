import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { emptyView, type ElementView } from "../../wire-format.ts";
import { WireFault } from "../../wire-fault.ts";

/** A Content. A missing role is the user's (API reference, "Content"). */
export function viewContent(raw: Buffer): ElementView {
  const content = parseJsonObject(raw.toString("utf8"));
  if (content === null) throw new WireFault("a content is not a JSON object");
  const role = stringOrNull(content["role"]) ?? "user";
  const parts = partsOf(content);
  return {
    ...emptyView,
    role: role === "model" ? "assistant" : role === "function" ? "user" : role,
    calls: parts.flatMap((part) => called(part["functionCall"])),
    results: parts.flatMap((part) => called(part["functionResponse"])),
    texts: parts.flatMap((part) => (part["thought"] === true ? [] : (stringOrNull(part["text"]) ?? []))),
    hasMedia: parts.some((part) => isJsonObject(part["inlineData"]) || isJsonObject(part["fileData"])),
  };
}

function partsOf(content: JsonObject): readonly JsonObject[] {
  return Array.isArray(content["parts"]) ? content["parts"].filter(isJsonObject) : [];
}

function called(value: unknown): readonly { readonly id: string | null; readonly name: string }[] {
  if (!isJsonObject(value)) return [];
  const name = stringOrNull(value["name"]);
  if (name === null) throw new WireFault("a function call has no name");
  return [{ id: stringOrNull(value["id"]), name }];
}
