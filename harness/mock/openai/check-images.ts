import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import type { Rejection } from "../mock-wire.ts";
import { recordsOf } from "../parse-json-body.ts";
import { badRequest } from "./openai-error.ts";

/** How a file begins, as Base64 writes it: the four formats that are taken (recorded: what is none of them is refused). */
const BEGINNINGS = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)/;

/** A picture in a chat message's own bytes. One behind an address is not fetched. */
export function checkImages(messages: readonly JsonObject[]): Rejection | null {
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
