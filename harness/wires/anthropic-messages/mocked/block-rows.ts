import { isJsonObject } from "../../../kernel/json.ts";
import { type Row, lacks, missing, notA, othersThan } from "../../../providers/refusals/row.ts";
import type { AskedOfAnthropic } from "./messages-request.ts";
import { markRows, tagRows } from "./member-rows.ts";

const FACTS = "[S] harness/providers/FACTS.md#anthropic-refusals";
const LIKE = "[I] worded like similar refusals, harness/providers/FACTS.md#anthropic-refusals";
const SDK = "[T] @anthropic-ai/sdk 1.12.0";

/** Blocks that a message may hold (@anthropic-ai/sdk 1.12.0). */
const TYPES: readonly string[] = (
  "advisor_tool_result bash_code_execution_tool_result code_execution_tool_result compaction connector_text container_upload document " +
  "image mcp_tool_listing mcp_tool_result mcp_tool_use redacted_thinking search_result server_tool_use text " +
  "text_editor_code_execution_tool_result thinking tool_addition tool_reference tool_removal tool_result tool_search_tool_result " +
  "tool_use web_fetch_tool_result web_search_tool_result"
).split(" ");

/** Blocks that a beta brings; without its header they are unknown (anthropics/claude-code#66760). */
const BETA_TYPES: readonly (readonly [type: string, beta: string])[] = [["fallback", "server-side-fallback"]];

/** Who may say what: thinking and calls are a model's, results a user's. */
const SPEAKERS: Readonly<Record<string, string>> = {
  thinking: "assistant",
  redacted_thinking: "assistant",
  tool_use: "assistant",
  tool_result: "user",
};

/** Members of the blocks that every agent sends; of others only the type is asked. */
const MEMBERS: readonly (readonly [type: string, required: string, optional: string])[] = [
  ["text", "text", "cache_control citations"],
  ["thinking", "signature thinking", ""],
  ["redacted_thinking", "data", ""],
  ["tool_use", "id input name", "cache_control caller toolset_name"],
  ["tool_result", "tool_use_id", "cache_control content is_error toolset_name"],
];

const BLOCK = "messages[*].content[*]";

/** The shape of messages and system, block by block. */
export const blockRows: readonly Row<AskedOfAnthropic>[] = [
  { path: "system[*]", test: notA("object"), source: LIKE },
  {
    path: "system[*].type",
    test: (type) => type !== "text",
    words: "{place}: Input should be 'text'",
    source: LIKE,
  },
  { path: "system[*].text", test: lacks("string"), source: LIKE },
  ...markRows("system[*]"),
  { path: "messages[*]", test: othersThan("role content clear_at output_config"), source: `${SDK}; ${FACTS}` },
  {
    // A system message may carry nothing but an effort (beta mid-conversation-output-config).
    path: "messages[*].content",
    test: (content, { holder }) => content === undefined && holder["role"] !== "system",
    words: "{place}: Field required",
    source: LIKE,
  },
  {
    path: "messages[*]",
    test: (message) =>
      isJsonObject(message) &&
      !["string", "undefined"].includes(typeof message["content"]) &&
      !Array.isArray(message["content"]),
    words: "{place}: Input does not match the expected shape.",
    source: LIKE,
  },
  { path: BLOCK, test: notA("object"), source: LIKE },
  ...tagRows(
    BLOCK,
    (type, asked) => typesFor(asked).includes(type),
    (asked) =>
      typesFor(asked)
        .map((each) => `'${each}'`)
        .join(", "),
  ),
  {
    path: BLOCK,
    test: (block, { holder: { role } }) => {
      const type = isJsonObject(block) ? String(block["type"]) : "";
      const speaker = SPEAKERS[type];
      return speaker === undefined || speaker === role ? null : { type, speaker };
    },
    words: "{place}: `{type}` blocks can only be in `{speaker}` messages",
    source: FACTS,
  },
  {
    path: `${BLOCK}<text>.text`,
    test: notA("string"),
    words: "{place}: Input should be a valid string",
    source: LIKE,
  },
  ...MEMBERS.flatMap(([type, required, optional]): readonly Row[] => {
    const block = `${BLOCK}<${type}>`;
    const needed = required.split(" ").map((name) => ({ path: `${block}.${name}`, test: missing, source: FACTS }));
    return [...needed, { path: block, test: othersThan(`type ${required} ${optional}`), source: `${SDK}; ${FACTS}` }];
  }),
  ...markRows(BLOCK),
];

function typesFor({ betas }: AskedOfAnthropic): readonly string[] {
  return betas.length === 0
    ? TYPES
    : [...TYPES, ...BETA_TYPES.flatMap(([type, beta]) => (betas.includes(beta) ? [type] : []))];
}
