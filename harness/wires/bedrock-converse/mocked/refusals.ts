import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { type BreakpointFault, checkBreakpoints } from "../../../cache-model/prompt/check-breakpoints.ts";
import { type Refusal, validationError } from "../../../providers/refusal.ts";
import { type RefusalTable, refusalsOf } from "../../../providers/refusals/find-refusal.ts";
import { type Row, faultRows, lacks, notA, othersThan, outside } from "../../../providers/refusals/row.ts";
import type { ProviderRules } from "../../../providers/rules/cache-rules.ts";
import { stringOf } from "../../../mock/parse-json-body.ts";

const API = "[D] Bedrock API reference, Converse and ConverseStream";
const ROLES = "[S] genkit-ai/aws-bedrock-js-plugin#664, vxcontrol/pentagi#196";
const GUIDE = "[S] NousResearch/hermes-agent#55092; [D] user guide, Converse";

const UNFIT = "1 validation error detected: Value '{json}' at '{place}' failed to satisfy constraint: Member must";
const NULL = "1 validation error detected: Value at '{place}' failed to satisfy constraint: Member must not be null";

type AskedOfConverse = { readonly breakpoints: BreakpointFault | null };

export const converseTable: RefusalTable<AskedOfConverse> = {
  usual: validationError("The provided request is not valid."),
  words: {},
  place: (keys) => keys.map((key) => (typeof key === "number" ? `${key + 1}.member` : key)).join("."),
  stages: [
    {
      rows: [
        {
          path: "",
          test: othersThan(
            "additionalModelRequestFields additionalModelResponseFieldPaths guardrailConfig inferenceConfig messages outputConfig " +
              "performanceConfig promptVariables requestMetadata serviceTier system toolConfig",
          ),
          words:
            "Malformed input request: #: extraneous key [{name}] is not permitted, please reformat your input and try again.",
          source: API,
        },
        ...["messages", "system"].flatMap((path): readonly Row[] => [
          { path, test: notA("list", "null"), words: `${UNFIT} be a list`, source: API },
          { path: `${path}[*]`, test: notA("object"), words: NULL, source: API },
        ]),
        ...boundRows("maxTokens", 1, Infinity),
        ...boundRows("temperature", 0, 1),
        ...boundRows("topP", 0, 1),
        { path: "toolConfig.tools", test: lacks("list"), words: NULL, source: API },
        {
          path: "toolConfig.tools",
          test: (tools) => Array.isArray(tools) && tools.length === 0,
          words: `${UNFIT} have length greater than or equal to 1`,
          source: API,
        },
        { path: "toolConfig.tools[*]", test: notA("object"), words: NULL, source: API },
        {
          path: "messages",
          test: (messages) => recordsOf(messages)[0]?.["role"] !== "user",
          words:
            "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
          source: ROLES,
        },
        {
          path: "messages",
          test: (messages) =>
            recordsOf(messages).some(({ role }, at) => role !== (at % 2 === 0 ? "user" : "assistant")),
          words:
            "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.",
          source: ROLES,
        },
        {
          path: "messages[*]",
          test: (message) => isJsonObject(message) && recordsOf(message["content"]).length === 0,
          words:
            "The content field in the Message object at {path} is empty. Add a ContentBlock object to the content field and try again.",
          source: GUIDE,
        },
        {
          // White space alone is taken (recorded: a line feed between a document and a cache point).
          path: "messages[*].content",
          test: (content) => {
            const blank = recordsOf(content).findIndex(({ text }) => text === "");
            return blank === -1 ? null : { blank };
          },
          words:
            "The text field in the ContentBlock object at {path}.{blank} is blank. Add text to the text field, and try again.",
          source: GUIDE,
        },
        {
          path: "toolConfig",
          test: (config, { body }) =>
            !isJsonObject(config) &&
            recordsOf(body["messages"]).some(({ content }) =>
              recordsOf(content).some(({ toolUse, toolResult }) => toolUse !== undefined || toolResult !== undefined),
            ),
          words: "The toolConfig field must be defined when using toolUse and toolResult content blocks.",
          source: GUIDE,
        },
        ...faultRows((_: AskedOfConverse, body) => findPairFault(recordsOf(body["messages"])), {
          missing: {
            words: "Expected toolResult blocks at messages.{index}.content for the following Ids: {ids}",
            source: GUIDE,
          },
          surplus: {
            words:
              "The number of toolResult blocks at messages.{index}.content exceeds the number of toolUse blocks of previous turn.",
            source: GUIDE,
          },
        }),
        // Claude's own words come through: its cache points are its `cache_control`.
        ...faultRows(({ breakpoints }: AskedOfConverse) => wordable(breakpoints), {
          "too-many": {
            words: "A maximum of {allowed} blocks with cache_control may be provided. Found {found}.",
            source: "[S] harness/providers/FACTS.md#anthropic-refusals",
          },
          "ttl-order": {
            words: "a ttl='{ttl}' cache_control block must not come after a ttl='{after}' cache_control block.",
            source: "[S] harness/providers/FACTS.md#anthropic-refusals",
          },
          "unknown-ttl": {
            words: "{at}.ttl: Input should be '5m' or '1h'",
            source: "[I] as Anthropic words it",
          },
        }),
      ],
    },
  ],
};

/** Bounds of the service's model. */
function boundRows(name: string, least: number, most: number): readonly Row[] {
  const path = `inferenceConfig.${name}`;
  const above = { test: outside(-Infinity, most), words: `${UNFIT} have value less than or equal to {most}` };
  const below = { test: outside(least, Infinity), words: `${UNFIT} have value greater than or equal to {least}` };
  return [...(most === Infinity ? [] : [{ path, ...above, source: API }]), { path, ...below, source: API }];
}

const find = refusalsOf(converseTable);

/** Converse's first refusal of a request. */
export function rejectRequest(body: JsonObject, layout: Layout, rules: ProviderRules): Refusal | null {
  return find(body, { breakpoints: rules.engine === "marked-blocks" ? checkBreakpoints(layout, rules) : null });
}

type Wordable = Exclude<BreakpointFault, { readonly fault: "automatic-conflict" }>;

function wordable(fault: BreakpointFault | null): (Wordable & { readonly at: string }) | null {
  if (fault === null || fault.fault === "automatic-conflict") return null;
  return { ...fault, at: fault.pointer.slice(1).replaceAll("/", ".") };
}

type PairFault =
  | { readonly fault: "missing"; readonly index: number; readonly ids: string }
  | { readonly fault: "surplus"; readonly index: number };

/** The results of an assistant's calls stand together in the message behind it, and nowhere else. */
function findPairFault(messages: readonly JsonObject[]): PairFault | null {
  for (let index = 0; index <= messages.length; index += 1) {
    const called = idsOf(messages[index - 1], "toolUse");
    const answered = idsOf(messages[index], "toolResult");
    const open = called.filter((id) => !answered.includes(id));
    if (open.length > 0) return { fault: "missing", index, ids: open.join(", ") };
    if (answered.length > called.length) return { fault: "surplus", index };
  }
  return null;
}

function idsOf(message: JsonObject | undefined, kind: "toolUse" | "toolResult"): readonly string[] {
  return recordsOf(message?.["content"]).flatMap((block) => {
    const inner = block[kind];
    return isJsonObject(inner) ? [stringOf(inner["toolUseId"]) ?? ""] : [];
  });
}
