import type { RawBlock } from "../wire/describe-content.ts";
import { parseJson } from "../wire/json-object.ts";
import { readElements } from "../wire/read-elements.ts";
import { lastMember, readObject } from "../wire/read-object.ts";
import type { Span } from "../wire/span.ts";
import { WireFault } from "../wire/wire-fault.ts";
import { ForkPointError } from "./fork-point-error.ts";

/** One message of a request: its role and its raw content blocks. Content given as a string has none. */
export type MessageView = { readonly role: Role; readonly blocks: readonly RawBlock[] };

/** `system` may stand between turns on the newest models (provider-caches.md 2). */
export type Role = "user" | "assistant" | "system";

export function readMessage(bytes: Buffer, span: Span): MessageView {
  const message = readObject(bytes, span.start);
  const role = lastMember(message, "role")?.value;
  const content = lastMember(message, "content")?.value;
  if (role === undefined || content === undefined)
    throw new WireFault("a message has no role or no content", span.start);
  return { role: readRole(bytes, role), blocks: readBlocks(bytes, content) };
}

function readRole(bytes: Buffer, { start, end }: Span): Role {
  const role = parseJson(bytes.toString("utf8", start, end));
  if (role === "user" || role === "assistant" || role === "system") return role;
  throw new ForkPointError(
    "unknown-role",
    `the parent's conversation ends in a message of role ${JSON.stringify(role)}`,
    "Fork from a request in the Anthropic Messages format.",
  );
}

function readBlocks(bytes: Buffer, content: Span): readonly RawBlock[] {
  if (bytes[content.start] === 0x22) return [];
  return readElements(bytes, content.start).map(({ start, end }) => ({
    raw: bytes.subarray(start, end),
    writtenInput: null,
  }));
}
