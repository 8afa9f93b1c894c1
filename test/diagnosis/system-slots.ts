import { recordedRequests } from "../support/recorded-requests.ts";
import type { Json } from "./wire-requests.ts";

/** A real Responses body that has a system prompt, as it was sent. */
export type PromptedBody = { readonly from: string; readonly raw: string };

/** The Responses requests of some files that carry a system prompt and a conversation behind it. */
export function promptedBodies(files: readonly string[]): readonly PromptedBody[] {
  return files.flatMap((file) =>
    [...recordedRequests(`../shared/${file}`)].flatMap(({ id, dialect, request }): readonly PromptedBody[] => {
      const raw = String(request);
      if (dialect !== "openai-responses" || !hasPrompt(JSON.parse(raw))) return [];
      return [{ from: `${file} ${id}`, raw }];
    }),
  );
}

function hasPrompt(body: Json): boolean {
  const isWhole = body["previous_response_id"] === undefined && Array.isArray(body["input"]);
  return isWhole && body["input"].length > headOf(body) + 1 && slotsOf(body).length > 0;
}

/** How many items stand before the conversation: the system prompt, and what brings tools. */
export function headOf(body: Json): number {
  const input: readonly Json[] = body["input"];
  return input.findIndex(({ role }) => role !== "system" && role !== "developer");
}

/** A text of the system prompt: its block's pointer, and how it is written anew. */
export type Slot = { readonly at: string; readonly text: string; readonly write: (text: string) => void };

/** Every text of the system prompt, in cache order. */
export function slotsOf(body: Json): readonly Slot[] {
  const items: readonly Json[] = body["input"].slice(0, headOf(body));
  return [
    ...slotsIn(body, "instructions", "/instructions"),
    ...items.flatMap((item, index) => slotsIn(item, "content", `/input/${index}/content`)),
  ];
}

/** A text member, or the texts of its parts. */
function slotsIn(holder: Json, member: string, at: string): readonly Slot[] {
  const value: unknown = holder[member];
  if (Array.isArray(value)) return value.flatMap((part: Json, index) => slotsIn(part, "text", `${at}/${index}`));
  if (typeof value !== "string" || value === "") return [];
  const write = (text: string): void => {
    holder[member] = text;
  };
  return [{ at, text: value, write }];
}

export const textPart = (text: string): Json => ({ type: "input_text", text });

export const developerItem = (text: string): Json => ({
  type: "message",
  role: "developer",
  content: [textPart(text)],
});
