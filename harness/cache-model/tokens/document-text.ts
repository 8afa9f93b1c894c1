import { type JsonObject, isJsonObject } from "../../kernel/json.ts";

/**
 * The text of a document that the body holds as text, plain or in base64; null for one that it names alone, and for formats
 * such as PDF, whose text shows nowhere.
 */
export function documentText(media: JsonObject): string | null {
  const held = isJsonObject(media["document"]) ? media["document"] : media;
  const { source } = held;
  if (typeof held["file_data"] === "string") return dataUrlText(held["file_data"]);
  if (!isJsonObject(source)) return null;
  const { type, media_type, data, text, bytes } = source;
  if (typeof text === "string") return text;
  if (type === "text" && typeof data === "string") return data;
  if (typeof bytes === "string" && TEXT_FORMATS.has(held["format"])) return decoded(bytes);
  const isText = typeof media_type === "string" && media_type.startsWith("text/");
  return isText && typeof data === "string" ? decoded(data) : null;
}

/** Of Converse. */
const TEXT_FORMATS: ReadonlySet<unknown> = new Set(["txt", "md", "csv", "html"]);

function dataUrlText(url: string): string | null {
  const [, data] = /^data:text\/[^,]*;base64,(.*)$/s.exec(url) ?? [];
  return data === undefined ? null : decoded(data);
}

function decoded(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
