import { isJsonObject, parseJson } from "../../../kernel/json.ts";
import { eventData, isEventStream } from "./event-stream.ts";
import { eventStreamPayloads } from "./event-stream-payloads.ts";

/** The text of each event of a stream, server-sent or Amazon's binary one; null for a body that is one document. */
export function streamTexts({
  contentType,
  body,
}: {
  readonly contentType: string | null;
  readonly body: Buffer;
}): readonly string[] | null {
  if (contentType?.includes("amazon.eventstream") === true) return eventStreamPayloads(body).map(chunkText);
  const text = body.toString("utf8");
  return isEventStream(contentType, text) ? eventData(text) : null;
}

/** Bedrock's invoke puts each event of the model's own stream into a chunk, in Base64 (Bedrock API reference, PayloadPart). */
function chunkText(payload: Buffer): string {
  const text = payload.toString("utf8");
  const chunk = parseJson(text);
  const bytes = isJsonObject(chunk) ? chunk["bytes"] : null;
  return typeof bytes === "string" ? Buffer.from(bytes, "base64").toString("utf8") : text;
}
