import { isJsonObject, jsonOrText } from "../../kernel/json.ts";
import type { Unit } from "../../kernel/layout.ts";
import { originOf } from "../../kernel/memo/relocated-units.ts";
import { plainJson } from "../prompt/canonical-json.ts";
import { rememberUnit } from "../prompt/remember-unit.ts";
import { documentText } from "./document-text.ts";
import { type ImageSize, readImageSize } from "./image-size.ts";

/** The parts of a unit that a model reads besides its texts: images by their size. */
export type UnitParts = {
  /** Sizes of images whose bytes are in the body; null for one that is only named, or a document whose text is not in it. */
  readonly images: readonly (ImageSize | null)[];
  /** Of a call: how many arguments it names, each of which a model reads in a frame. */
  readonly members: number;
  /** Characters of reasoning that only the provider can read. */
  readonly sealed: number;
};

const NOTHING: UnitParts = { images: [], members: 0, sealed: 0 };

/** A model does not read ids, signatures and breakpoints; members with the type of a block are part of its frame. */
export const unitParts: (body: Buffer, unit: Unit) => UnitParts = rememberUnit((body, unit): UnitParts => {
  const { images, members, sealed } = readParts(body, unit);
  return images.length === 0 && members === 0 && sealed === 0 ? NOTHING : { images, members, sealed };
});

/** The texts that a model reads in a unit, as they are after unescaping. They are longer than the body, so they are not remembered. */
export function unitTexts(body: Buffer, unit: Unit): readonly string[] {
  return readParts(body, unit).texts;
}

type ReadParts = UnitParts & { readonly texts: readonly string[] };

/** Who asks for the parts of a unit mostly asks for its texts next. */
let latest: { readonly of: Unit | null; readonly parts: ReadParts } = { of: null, parts: { ...NOTHING, texts: [] } };

function readParts(body: Buffer, unit: Unit): ReadParts {
  const of = originOf(unit);
  if (latest.of !== of) latest = { of, parts: partsIn(body, unit) };
  return latest.parts;
}

function partsIn(body: Buffer, unit: Unit): ReadParts {
  const texts: string[] = [];
  if (unit.unit === "envelope") return { ...NOTHING, texts };
  const images: (ImageSize | null)[] = [];
  const value = parsedUnit(body, unit);
  // Of a tool that runs at the provider and is a mere member, nothing that a model reads shows.
  if (unit.kind === "tool") texts.push(...(typeof value === "string" ? [] : [plainJson(toolOf(value))]));
  else collect(value, texts, images);
  return { texts, images, members: unit.kind === "tool-use" ? membersOf(value) : 0, sealed: sealedIn(value) };
}

/** Every wire spells the arguments in its own member, as an object or as its JSON. */
function membersOf(call: unknown): number {
  if (!isJsonObject(call)) return 0;
  const inner = [call["function"], call["toolUse"], call["functionCall"]].find(isJsonObject) ?? call;
  const given = inner["input"] ?? inner["arguments"] ?? inner["args"];
  const named = typeof given === "string" ? jsonOrText(given) : given;
  return isJsonObject(named) ? Object.keys(named).length : 0;
}

function sealedIn(item: unknown): number {
  const sealed = isJsonObject(item) ? item["encrypted_content"] : null;
  return typeof sealed === "string" ? sealed.length : 0;
}

/** The unit's value with its breakpoints cut out. */
export function parsedUnit(body: Buffer, unit: Unit): unknown {
  if (unit.unit === "envelope") return null;
  const { start, end } = unit.span;
  if (unit.marks.length === 0) return parsed(body.toString("utf8", start, end));
  let text = "";
  let from = start;
  for (const { excision } of unit.marks.toSorted((a, b) => a.excision.start - b.excision.start)) {
    text += body.toString("utf8", from, Math.max(from, excision.start));
    from = Math.max(from, excision.end);
  }
  return parsed(text + body.toString("utf8", from, end));
}

function parsed(text: string): unknown {
  // A tool that runs at the provider may be a member (`"codeExecution":{}`), which is not JSON by itself.
  return text.startsWith('"') && text.includes(":") ? jsonOrText(text) : JSON.parse(text);
}

/** A function's name, description and schema, without the frame that a wire puts around them. */
function toolOf(tool: unknown): unknown {
  if (!isJsonObject(tool)) return tool;
  const inner = tool["function"] ?? tool["toolSpec"];
  const { strict: _, ...own } = isJsonObject(inner) ? inner : tool;
  if (own["type"] !== "function" && own["type"] !== "custom") return own;
  const { type: __, ...unframed } = own;
  return unframed;
}

/** Members that carry no prompt, or only prompt of unknown size. */
const SILENT: ReadonlySet<string> = new Set([
  "type",
  "id",
  "call_id",
  "tool_call_id",
  "tool_use_id",
  "toolUseId",
  "status",
  "role",
  "signature",
  "thoughtSignature",
  "encrypted_content",
  "media_type",
  "mimeType",
  "format",
  "detail",
  "caller",
  "annotations",
  "logprobs",
]);

/** Arguments are prompt as JSON; all else is prompt as the texts in it. */
const AS_JSON: ReadonlySet<string> = new Set(["input", "args", "json", "response"]);

/** A stack of its own, and on it what is read later first: a body may nest deeper than calls may. */
function collect(given: unknown, texts: string[], images: (ImageSize | null)[]): void {
  const open: unknown[] = [given];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string") texts.push(value);
    else if (Array.isArray(value)) for (const each of value.toReversed()) open.push(each);
    else if (!isJsonObject(value) || value["type"] === "redacted_thinking") continue;
    else if (isMedia(value)) {
      const text = documentText(value);
      if (text === null) images.push(readImageSize(value));
      else texts.push(text);
    } else {
      for (const [name, member] of Object.entries(value).toReversed()) {
        if (SILENT.has(name)) continue;
        open.push(AS_JSON.has(name) && typeof member === "object" ? plainJson(member) : member);
      }
    }
  }
}

const MEDIA_TYPES: ReadonlySet<unknown> = new Set([
  "image",
  "image_url",
  "input_image",
  "document",
  "input_file",
  "file",
  "input_audio",
  "container_upload",
]);

function isMedia(value: { readonly [name: string]: unknown }): boolean {
  if (MEDIA_TYPES.has(value["type"])) return true;
  return ["inlineData", "inline_data", "fileData", "image", "document"].some((name) => isJsonObject(value[name]));
}
