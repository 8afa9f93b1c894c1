import {
  type Row,
  type Shape,
  lacks,
  missing,
  notA,
  notOneOf,
  othersThan,
  outside,
  unlike,
} from "../../../providers/refusals/row.ts";
import { isJsonObject, recordsOf } from "../../../kernel/json.ts";
import type { AskedOfAnthropic } from "./messages-request.ts";
import { strictToolRows } from "./strict-tools.ts";

const FACTS = "[O][S] recorded errors and harness/providers/FACTS.md#anthropic-refusals";
const LIKE = "[I] worded like similar refusals, harness/providers/FACTS.md#anthropic-refusals";
const SDK = "[T] @anthropic-ai/sdk 1.12.0, beta included";

/** A single valid type, as the provider words it. */
const VALID = "{place}: Input should be a valid {type}";
const TOOLS_MISSING = "tool_choice may only be specified while providing tools.";

/** A breakpoint: `{ "type": "ephemeral" }` or null. Its lifetime is checked with the order of all breakpoints. */
export function markRows(bearer: string): readonly Row<AskedOfAnthropic>[] {
  const path = bearer === "" ? "cache_control" : `${bearer}.cache_control`;
  return [
    { path, test: notA("object", "null"), source: LIKE },
    { path: `${path}.type`, test: missing, source: LIKE },
    { path: `${path}.type`, test: notOneOf("ephemeral"), source: LIKE },
  ];
}

/** An object that its type identifies. `tags` are the types that the provider lists. */
export function tagRows(
  path: string,
  takes: (type: string, asked: AskedOfAnthropic) => boolean,
  tags: (asked: AskedOfAnthropic) => string,
  untyped: Shape = lacks("string"),
): readonly Row<AskedOfAnthropic>[] {
  return [
    { path: `${path}.type`, test: untyped, words: "{place}: Field required", source: LIKE },
    {
      path,
      test: (value, { asked }) => {
        const tag = isJsonObject(value) ? value["type"] : null;
        return typeof tag === "string" && !takes(tag, asked) ? { tag, tags: tags(asked) } : null;
      },
      words: "{place}: Input tag '{tag}' found using 'type' does not match any of the expected tags: {tags}",
      source: FACTS,
    },
  ];
}

const CHOICES = "'any', 'auto', 'none', 'tool'";
const TOOL_TYPES = "'bash_20250124', 'custom', 'text_editor_20250728', 'web_search_20260318', …";
/** The provider's own tools have dated types, of which new ones come all the time. */
const OWN_TOOL = /^(?:custom|mcp_toolset|[a-z0-9_]+_\d{8})$/;

/** A request's own members: the provider's schema refuses these before it reads the conversation. */
export const memberRows: readonly Row<AskedOfAnthropic>[] = [
  {
    path: "",
    // And those that Bedrock's invoke adds.
    test: othersThan(
      "anthropic_beta anthropic_version billing_policy cache_control compaction container context_management diagnostics " +
        "fallback_credit_token fallbacks inference_geo max_tokens mcp_servers messages metadata model output_config output_format " +
        "service_tier speed stop_sequences stream system temperature thinking thread tool_choice tools top_k top_p user_profile_id workspace_id",
    ),
    source: `${SDK}; ${FACTS}`,
  },
  { path: "system", test: notA("string", "list"), source: LIKE },
  { path: "stream", test: notA("boolean", "null"), words: VALID, source: LIKE },
  ...["temperature", "top_p"].flatMap((path): readonly Row<AskedOfAnthropic>[] => [
    { path, test: notA("number", "null"), words: VALID, source: LIKE },
    { path, test: outside(0, 1), source: FACTS },
  ]),
  ...markRows(""),
  { path: "tools", test: notA("list", "null"), source: LIKE },
  { path: "tools[*]", test: notA("object"), source: LIKE },
  ...tagRows(
    "tools[*]",
    (type) => OWN_TOOL.test(type),
    () => TOOL_TYPES,
    notA("string", "null"),
  ),
  { path: "tools[*]<custom|undefined|null>.name", test: lacks("string"), source: LIKE },
  {
    path: "tools[*]<custom|undefined|null>.name",
    test: unlike(/^[\w-]{1,128}$/),
    words: "{place}: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    source: LIKE,
  },
  { path: "tools[*]<custom|undefined|null>.input_schema", test: missing, source: LIKE },
  { path: "tools[*]<custom|undefined|null>.input_schema", test: notA("object"), source: LIKE },
  { path: "tools[*]<custom|undefined|null>.input_schema.type", test: missing, source: FACTS },
  { path: "tools[*]<custom|undefined|null>.input_schema.type", test: notOneOf("object"), source: LIKE },
  {
    path: "tools[*]<custom|undefined|null>",
    test: othersThan(
      "allowed_callers cache_control defer_loading description eager_input_streaming input_examples input_schema name strict type",
    ),
    source: `${SDK}; ${FACTS}`,
  },
  ...markRows("tools[*]"),
  {
    path: "tools[*]",
    test: (tool) =>
      isJsonObject(tool) && tool["defer_loading"] === true && (tool["cache_control"] ?? null) !== null
        ? { name: String(tool["name"]) }
        : null,
    words:
      "Tool '{name}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.",
    source: "[S] Wei-Shaw/sub2api#4990",
  },
  ...strictToolRows,
  { path: "tool_choice", test: notA("object", "null"), source: LIKE },
  ...tagRows(
    "tool_choice",
    (type) => CHOICES.includes(`'${type}'`),
    () => CHOICES,
  ),
  {
    path: "tool_choice",
    test: (choice, { body: { tools } }) => isJsonObject(choice) && (!Array.isArray(tools) || tools.length === 0),
    words: TOOLS_MISSING,
    source: FACTS,
  },
  {
    path: "tool_choice<tool>",
    test: (choice, { body }) => {
      const name = isJsonObject(choice) ? choice["name"] : undefined;
      return recordsOf(body["tools"]).some((tool) => tool["name"] === name) ? null : { name: String(name) };
    },
    words: "Tool '{name}' not found in provided tools",
    source: LIKE,
  },
];
