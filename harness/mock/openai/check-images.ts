import { type Refusal, badRequest } from "../../providers/refusal.ts";
import { type JsonObject, isJsonObject, recordsOf } from "../../kernel/json.ts";

/** The beginnings of the four accepted file formats, in Base64 (recorded: other files are refused). */
const BEGINNINGS = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)/;

/** A picture in a chat message's own bytes. One behind an address is not fetched. */
export function checkImages(messages: readonly JsonObject[]): Refusal | null {
  for (const { content } of messages) {
    for (const { image_url: image } of recordsOf(content)) {
      const url = isJsonObject(image) ? image["url"] : null;
      const [, data] = typeof url === "string" ? (/^data:[^,]*;base64,(.{0,16})/.exec(url) ?? []) : [];
      if (data === undefined || BEGINNINGS.test(data)) continue;
      const message =
        "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].";
      return badRequest(message, null, "invalid_image_format");
    }
  }
  return null;
}
