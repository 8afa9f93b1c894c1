import type { Change } from "../../changes/change.ts";
import { isJsonObject, type JsonObject } from "../../reading/json-value.ts";
import type { ReadBlock } from "../../reading/read-block.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

/** Content other than text inside a result, by its names in the wire formats: a type, or a member of Bedrock and Gemini. */
const MEDIA_TYPES: readonly string[] = ["image", "document", "image_url", "input_image", "input_file", "input_audio"];
const MEDIA_MEMBERS: readonly string[] = ["image", "document", "video", "inlineData", "fileData"];

/** Where a result holds its parts. */
const PARTS: readonly string[] = ["content", "output", "parts"];
const WRAPPERS: readonly string[] = ["toolResult", "functionResponse"];

export const mediaReplaced: Rule = {
  code: "CB414",
  slug: "media-replaced",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB402", "CB406"],
  providerReason: "messages_changed",
  title: "An image or document of the history became text or vanished",
  when: "An image or document became text or is missing.",
  why: "Screenshots that are evicted to save context, and pasted pictures that come back as a path, change the message that held them. On Anthropic the first or last picture to come or go uncaches all messages.",
  fix: "Keep media as they were sent, or replace them before the first request that carries them.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},{"type":"text","text":"What is this?"}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"[image: shot.png]"},{"type":"text","text":"What is this?"}]},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},{"type":"text","text":"What is this?"}]},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter((change) => lostMedia(change) > 0);
    const count = explains.reduce((sum, change) => sum + lostMedia(change), 0);
    const observed = `${pluralize(count, "image or document", "images or documents")} of the parent's ${count === 1 ? "is" : "are"} missing`;
    return { explains, observed };
  },
};

function lostMedia(change: Change): number {
  if (change.of === "message") {
    if (change.is !== "removed" || !change.parent.blocks.every(({ kind }) => kind === "media")) return 0;
    return change.parent.blocks.length;
  }
  if (change.of !== "block" || change.is === "added") return 0;
  const left = change.is === "removed" ? 0 : countMedia(change.child);
  if (change.parent.kind === "media") return Math.max(0, 1 - left);
  return change.is === "edited" ? Math.max(0, countMedia(change.parent) - left) : 0;
}

/** A block that is one, or the ones inside a tool result. */
function countMedia({ kind, value }: ReadBlock): number {
  if (kind === "media") return 1;
  if (kind !== "tool-result") return 0;
  const holder = WRAPPERS.map((name) => value[name]).find(isJsonObject) ?? value;
  return PARTS.flatMap((name) => holder[name]).filter((part) => isJsonObject(part) && isMedia(part)).length;
}

function isMedia(part: JsonObject): boolean {
  return MEDIA_TYPES.includes(String(part["type"])) || MEDIA_MEMBERS.some((name) => isJsonObject(part[name]));
}
