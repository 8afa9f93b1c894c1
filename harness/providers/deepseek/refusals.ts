import { isJsonObject, type JsonObject, recordAt, recordsOf } from "../../kernel/json.ts";
import { lineColumn } from "../../wire-scan/line-column.ts";
import type { VendorRequest } from "../provider.ts";
import { badRequest, type Refusal } from "../refusal.ts";
import type { Row } from "../refusals/row.ts";

export function invalid(message: string): Refusal {
  return badRequest(message, null, "invalid_request_error");
}

const MODELS = /^deepseek-(?:chat|reasoner|flash|v\d(?:\.\d)?-(?:pro|flash)(?:-(?:\w+-)?exp)?)(?:-\d{4,8})?$/;

/** Models that read text alone (recorded of v4-flash). */
const TEXT_ALONE = /^deepseek-(?:chat|reasoner|v4-(?:pro|flash))$/;

const code = "invalid_request_error";
const source = "[O] R-rig, harness/providers/FACTS.md#openai-refusals";

export const refusals: readonly Row<VendorRequest>[] = [
  {
    path: "model",
    test: (model) => !MODELS.test(String(model)),
    words: "The supported API model names are deepseek-v4-pro or deepseek-v4-flash, but you passed {value}.",
    code,
    source,
  },
  {
    path: "",
    test: (_, { body, asked: { model, layout } }) => {
      const other = TEXT_ALONE.test(model) ? findOtherPart(body) : null;
      if (other === null) return null;
      const envelope = layout.units.find(({ unit, pointer }) => unit === "envelope" && pointer === other.pointer);
      return { ...other, ...lineColumn(layout.body, envelope?.span.end ?? 0) };
    },
    words:
      "Failed to deserialize the JSON body into the target type: {message}: unknown variant `{type}`, expected `text` at line {line} column {column}",
    code,
    source,
  },
  {
    path: "tool_choice",
    test: (choice, { body }) =>
      (choice === "required" || isJsonObject(choice)) && recordAt(body, "thinking")["type"] === "enabled",
    words: "Thinking mode does not support this tool_choice",
    code,
    source,
  },
];

type OtherPart = { readonly pointer: string; readonly message: string; readonly type: string };

/** The first part of a message that is not text. */
function findOtherPart(body: JsonObject): OtherPart | null {
  for (const [index, { content }] of recordsOf(body["messages"]).entries()) {
    const other = recordsOf(content).find(({ type }) => type !== "text");
    if (other === undefined) continue;
    return { pointer: `/messages/${index}`, message: `messages[${index}]`, type: String(other["type"]) };
  }
  return null;
}
