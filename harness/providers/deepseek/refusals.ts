import { isJsonObject, type JsonObject, recordsOf } from "../../kernel/json.ts";
import { lineColumn } from "../../wire-scan/line-column.ts";
import type { VendorRequest } from "../provider.ts";
import { badRequest, type Refusal } from "../refusal.ts";

export function invalid(message: string): Refusal {
  return badRequest(message, null, "invalid_request_error");
}

const MODELS = /^deepseek-(?:chat|reasoner|flash|v\d(?:\.\d)?-(?:pro|flash)(?:-(?:\w+-)?exp)?)(?:-\d{4,8})?$/;

/** Models that read text alone (recorded of v4-flash). */
const TEXT_ALONE = /^deepseek-(?:chat|reasoner|v4-(?:pro|flash))$/;

/** Recorded. */
export function refuse({ body, model, layout }: VendorRequest): Refusal | null {
  if (!MODELS.test(model)) {
    return invalid(`The supported API model names are deepseek-v4-pro or deepseek-v4-flash, but you passed ${model}.`);
  }
  const other = TEXT_ALONE.test(model) ? findOtherPart(body) : null;
  if (other !== null) {
    const envelope = layout.units.find(({ unit, pointer }) => unit === "envelope" && pointer === other.pointer);
    const { line, column } = lineColumn(layout.body, envelope?.span.end ?? 0);
    return invalid(
      `Failed to deserialize the JSON body into the target type: ${other.place}: unknown variant \`${other.type}\`, expected \`text\` at line ${line} column ${column}`,
    );
  }
  const { thinking, tool_choice: choice } = body;
  const isForced = choice === "required" || isJsonObject(choice);
  const thinks = isJsonObject(thinking) && thinking["type"] === "enabled";
  return isForced && thinks ? invalid("Thinking mode does not support this tool_choice") : null;
}

type OtherPart = { readonly pointer: string; readonly place: string; readonly type: string };

/** The first part of a message that is not text. */
function findOtherPart(body: JsonObject): OtherPart | null {
  for (const [index, { content }] of recordsOf(body["messages"]).entries()) {
    const other = recordsOf(content).find(({ type }) => type !== "text");
    if (other === undefined) continue;
    return { pointer: `/messages/${index}`, place: `messages[${index}]`, type: String(other["type"]) };
  }
  return null;
}
