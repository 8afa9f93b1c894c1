import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import { familyOf } from "../../../kernel/text/model-family.ts";
import type { MessagesRequest } from "./parse-request.ts";

/** Roles, empty texts, tool names and prefill: a provider checks these before calls and breakpoints. */
export function checkContent(request: MessagesRequest): Refusal | null {
  const { messages } = request;
  if (messages.length === 0) return invalidRequest("messages: at least one message is required");
  const strange = messages.findIndex(({ role }) => !["user", "assistant", "system"].includes(role));
  if (strange !== -1) return invalidRequest(`messages.${strange}.role: Input should be 'user' or 'assistant'`);
  if (messages[0]?.role === "assistant" && !TAKES_ANSWER_FIRST.test(familyOf(request.model)))
    return invalidRequest('messages: first message must use the "user" role');
  return findEmptyText(request) ?? findEmptyMessage(request) ?? checkTools(request) ?? checkPrefill(request);
}

function findEmptyText({ system, messages }: MessagesRequest): Refusal | null {
  const blocks = [
    ...system.map((block, index) => ({ block, place: `system.${index}` })),
    ...messages.flatMap(({ content }, message) =>
      content.map((block, index) => ({ block, place: `messages.${message}.content.${index}` })),
    ),
  ];
  const empty = blocks.find(({ block }) => block.type === "text" && block.text === "");
  if (empty === undefined) return null;
  if (empty.block.isMarked) return invalidRequest(`${empty.place}: cache_control cannot be set for empty text blocks`);
  return invalidRequest(`${empty.place.split(".")[0]}: text content blocks must be non-empty`);
}

function findEmptyMessage({ messages }: MessagesRequest): Refusal | null {
  const empty = messages.findIndex(
    ({ role, content }, index) => content.length === 0 && !(role === "assistant" && index === messages.length - 1),
  );
  if (empty === -1) return null;
  const rule = "all messages must have non-empty content except for the optional final assistant message";
  return invalidRequest(`messages.${empty}: ${rule}`);
}

function checkTools({ toolNames, forcesTool }: MessagesRequest): Refusal | null {
  if (new Set(toolNames).size < toolNames.length) return invalidRequest("tools: Tool names must be unique.");
  if (forcesTool && toolNames.length === 0) {
    return invalidRequest("tool_choice may only be specified while providing tools.");
  }
  return null;
}

/** Models before 4.6 go on from a last assistant message; later ones refuse it (platform.claude.com, migration guide). */
function checkPrefill({ model, messages }: MessagesRequest): Refusal | null {
  if (messages.at(-1)?.role !== "assistant" || ALLOW_PREFILL.test(familyOf(model))) return null;
  return invalidRequest(
    "This model does not support assistant message prefill. The conversation must end with a user message.",
  );
}

/**
 * Recorded of Opus 4.8, whose first message was an answer with a tool that the provider had run, and of Haiku 4.5, which refused
 * such a body for another fault.
 */
const TAKES_ANSWER_FIRST = /^claude-(?:opus-4-8|haiku-4-5|(?:opus|sonnet|haiku|fable|mythos)-5(?:-\d)?)$/;

const ALLOW_PREFILL = /^claude-(?:2|3|instant|(?:opus|sonnet|haiku)-4(?:-[0-5])?$)/;
