import { isJsonObject, recordAt, recordsOf } from "../../../kernel/json.ts";
import { type Row, faultRows, notOneOf } from "../../../providers/refusals/row.ts";
import type { AskedOfAnthropic } from "./messages-request.ts";
import { forces, thinks } from "./model-rows.ts";
import { findPairFault } from "./find-pair-fault.ts";

const FACTS = "[S] harness/providers/FACTS.md#anthropic-refusals";

/**
 * Recorded of Opus 4.8, whose first message was an answer with a tool that the provider had run, and of Haiku 4.5, which refused
 * such a body for another fault.
 */
const TAKES_ANSWER_FIRST = /^claude-(?:opus-4-8|haiku-4-5|(?:opus|sonnet|haiku|fable|mythos)-5(?:-\d)?)$/;

const ALLOW_PREFILL = /^claude-(?:2|3|instant|(?:opus|sonnet|haiku)-4(?:-[0-5])?$)/;

export const noMessageRow: Row = {
  path: "messages",
  test: (messages) => recordsOf(messages).length === 0,
  words: "messages: at least one message is required",
  source: FACTS,
};

/** Roles and empty texts. */
export const textRows: readonly Row<AskedOfAnthropic>[] = [
  {
    path: "messages[*].role",
    test: notOneOf("user", "assistant", "system"),
    words: "{place}: Input should be 'user' or 'assistant'",
    source: FACTS,
  },
  {
    path: "messages",
    test: (messages, { asked: { family } }) =>
      recordsOf(messages)[0]?.["role"] === "assistant" && !TAKES_ANSWER_FIRST.test(family),
    words: 'messages: first message must use the "user" role',
    source: FACTS,
  },
  ...["system[*]", "messages[*].content[*]"].flatMap((path): readonly Row[] => [
    {
      path,
      test: (block) => isEmptyText(block) && isJsonObject(block) && isJsonObject(block["cache_control"]),
      words: "{place}: cache_control cannot be set for empty text blocks",
      source: FACTS,
    },
    {
      path,
      test: isEmptyText,
      words: `${path.split("[")[0] ?? ""}: text content blocks must be non-empty`,
      source: FACTS,
    },
  ]),
  {
    path: "messages[*].content",
    test: (content) => content === "",
    words: "messages: text content blocks must be non-empty",
    source: FACTS,
  },
];

/** Empty messages, tool names and prefill. */
export const turnRows: readonly Row<AskedOfAnthropic>[] = [
  {
    path: "messages[*]",
    test: (message, { body }) => {
      const { role, content } = isJsonObject(message) ? message : { content: "" };
      if (typeof content === "string" || (Array.isArray(content) && content.some(isJsonObject))) return false;
      return role !== "assistant" || recordsOf(body["messages"]).at(-1) !== message;
    },
    words: "{place}: all messages must have non-empty content except for the optional final assistant message",
    source: FACTS,
  },
  {
    path: "tools",
    test: (tools) => {
      const names = recordsOf(tools).map(({ name }) => (typeof name === "string" ? name : ""));
      return new Set(names).size < names.length;
    },
    words: "tools: Tool names must be unique.",
    source: FACTS,
  },
  {
    path: "tool_choice",
    test: (choice, { body: { tools } }) => forces(choice) && recordsOf(tools).length === 0,
    words: "tool_choice may only be specified while providing tools.",
    source: `${FACTS}; vendors whose schema is unknown`,
  },
  {
    path: "messages",
    test: (messages, { asked: { family } }) =>
      recordsOf(messages).at(-1)?.["role"] === "assistant" && !ALLOW_PREFILL.test(family),
    words: "This model does not support assistant message prefill. The conversation must end with a user message.",
    source: "[D] platform.claude.com, migration guide: models before 4.6 continue a last assistant message",
  },
];

export const breakpointRows: readonly Row<AskedOfAnthropic>[] = faultRows(
  ({ breakpoints }: AskedOfAnthropic) =>
    breakpoints && { ...breakpoints, at: breakpoints.pointer.slice(1).replaceAll("/", ".") },
  {
    "too-many": {
      words: "A maximum of {allowed} blocks with cache_control may be provided. Found {found}.",
      source: FACTS,
    },
    "ttl-order": {
      words:
        "{at}.ttl: a ttl='{ttl}' cache_control block must not come after a ttl='{after}' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
      source: FACTS,
    },
    "unknown-ttl": { words: "{at}.ttl: Input should be '5m' or '1h'", source: FACTS },
    "automatic-conflict": {
      words: "{at}: the top-level cache_control has another ttl than the last block's",
      source: "[D] harness/providers/FACTS.md#anthropic-refusals, where only the status is known",
    },
  },
);

export const pairRows: readonly Row<AskedOfAnthropic>[] = faultRows(
  (_: AskedOfAnthropic, body) => findPairFault(body),
  {
    dangling: {
      words:
        "messages.{message}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
      source: "[O][S] harness/providers/FACTS.md#anthropic-refusals",
    },
    orphan: {
      words:
        "{at}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
      source: FACTS,
    },
    twice: {
      words: "each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}",
      source: FACTS,
    },
    duplicate: { words: "{at}: `tool_use` ids must be unique", source: FACTS },
  },
);

/** `max_tokens: 0` only fills the cache, and goes with nothing that needs an answer. */
export const warmUpRows: readonly Row<AskedOfAnthropic>[] = [
  {
    path: "max_tokens",
    test: (longest, { asked, body }) => {
      const clash = [
        [asked.stream, "stream"],
        [thinks(body["thinking"]), "thinking"],
        [forces(body["tool_choice"]), "tool_choice"],
        [recordAt(body, "output_config")["format"] !== undefined, "output_config.format"],
      ].find(([isSet]) => isSet === true);
      return longest === 0 && clash !== undefined ? { clash: clash[1] } : null;
    },
    words: "max_tokens: 0 cannot be combined with {clash}",
    source: "[D] platform.claude.com, Prompt caching",
  },
];

function isEmptyText(block: unknown): boolean {
  return isJsonObject(block) && block["type"] === "text" && block["text"] === "";
}
