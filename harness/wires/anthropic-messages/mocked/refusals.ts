import type { Layout } from "../../../kernel/layout.ts";
import { isJsonObject } from "../../../kernel/json.ts";
import { familyOf } from "../../../kernel/text/model-family.ts";
import { checkBreakpoints } from "../../../cache-model/prompt/check-breakpoints.ts";
import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import { type FindRefusal, type Key, type RefusalTable, refusalsOf } from "../../../providers/refusals/find-refusal.ts";
import { type Row, lacks, missing } from "../../../providers/refusals/row.ts";
import type { ProviderRules } from "../../../providers/rules/cache-rules.ts";
import { blockRows } from "./block-rows.ts";
import { breakpointRows, noMessageRow, pairRows, textRows, turnRows, warmUpRows } from "./content-rows.ts";
import { memberRows } from "./member-rows.ts";
import { modelRows } from "./model-rows.ts";
import type { AskedOfAnthropic, MessagesRequest } from "./messages-request.ts";

const FACTS = "[S] harness/providers/FACTS.md#anthropic-refusals";

/** How the provider words a fault of shape. */
export const messagesStyle: Omit<RefusalTable<unknown>, "stages"> = {
  usual: invalidRequest("Invalid request"),
  words: {
    missing: { words: "{place}: Field required" },
    type: { words: "{place}: Input does not match the expected shape." },
    value: { words: "{place}: Input should be {values}" },
    range: { words: "{place}: range: {least}..{most}" },
    extra: { words: "{place}: Extra inputs are not permitted" },
  },
  place: (keys: readonly Key[]) => keys.map((key) => String(key).replaceAll(/[<>]/g, "")).join("."),
};

/** Without these a body is not a request. */
export const requestTable: RefusalTable<{ readonly counts: boolean }> = {
  ...messagesStyle,
  stages: [
    {
      rows: [
        { path: "model", test: lacks("string"), source: FACTS },
        { path: "messages", test: lacks("list"), source: FACTS },
      ],
    },
    {
      of: ({ counts }) => !counts,
      rows: [
        { path: "max_tokens", test: missing, source: FACTS },
        {
          path: "max_tokens",
          test: (longest) => !Number.isInteger(longest) || Number(longest) < 0,
          words: "{place}: Input should be a valid integer",
          source: FACTS,
        },
      ],
    },
    {
      rows: [
        {
          path: "messages[*]",
          test: (message) => !isJsonObject(message) || typeof message["role"] !== "string",
          words: "{place}: Input does not match the expected shape.",
          source: FACTS,
        },
      ],
    },
  ],
};

/**
 * The vendor's names for its models (@anthropic-ai/sdk 1.12.0 and the generations before). A future version is answered, by the
 * rules of the nearest known one; a name of another shape is unknown.
 */
const NAMES =
  /^claude-(?:(?:opus|sonnet|haiku|fable|mythos)-(?:\d+(?:-\d{1,2})?|preview|latest)|\d(?:-\d)?(?:-(?:opus|sonnet|haiku))?|\d-(?:opus|sonnet|haiku)|instant(?:-\d(?:-\d)?)?|mythos-preview)$/;

const unknownModel: Row = {
  path: "model",
  test: (model) => !NAMES.test(familyOf(String(model))),
  words: "model: {value}",
  status: 404,
  type: "not_found_error",
  source: "[O] recorded errors",
};

/** Others who serve this wire format pass over what they do not know. Their breakpoints are asked for all the same. */
const knowsSchema = ({ provider }: AskedOfAnthropic): boolean => provider === "anthropic" || provider === "bedrock";

export const messagesTable: RefusalTable<AskedOfAnthropic> = {
  ...messagesStyle,
  stages: [
    { of: ({ provider }) => provider === "anthropic", rows: [unknownModel] },
    { rows: [noMessageRow] },
    { of: knowsSchema, rows: [...memberRows, ...blockRows, ...modelRows] },
    { rows: textRows },
    { rows: turnRows },
    { rows: breakpointRows },
    { rows: pairRows },
    { rows: warmUpRows },
  ],
};

export const findMisshapen: FindRefusal<{ readonly counts: boolean }> = refusalsOf(requestTable);

export const findUnknownModel: FindRefusal<unknown> = refusalsOf({
  ...messagesStyle,
  stages: [{ rows: [unknownModel] }],
});

const find = refusalsOf(messagesTable);

/** The first refusal of a well-formed request, in the provider's words. */
export function rejectRequest(request: MessagesRequest, layout: Layout, rules: ProviderRules): Refusal | null {
  return find(request.body, {
    ...request,
    family: familyOf(request.model),
    provider: rules.provider,
    breakpoints: rules.engine === "marked-blocks" ? checkBreakpoints(layout, rules) : null,
  });
}
