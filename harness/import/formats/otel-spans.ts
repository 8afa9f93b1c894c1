import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import { Fields } from "../../cassette/lines/fields.ts";
import type { ReadExchange, RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { type DocumentFormat, type ImportNotes, type LinesFormat, readEach } from "../foreign-format.ts";
import { importedExchange } from "../imported-exchange.ts";

/**
 * Spans of OpenTelemetry's GenAI conventions, as OTLP writes them in JSON: usage alone. Their `input_tokens` include cache reads
 * for every provider, so they are kept under the convention's own names.
 */
export const otelDocument: DocumentFormat = {
  kind: "document",
  name: "OpenTelemetry GenAI spans",
  recognises: ({ resourceSpans }) => Array.isArray(resourceSpans),
  read: (root, notes) => readExport(root, notes),
};

export const otelLines: LinesFormat = {
  kind: "lines",
  name: "OpenTelemetry GenAI spans",
  recognises: ({ resourceSpans }) => Array.isArray(resourceSpans),
  read: function* (lines, notes) {
    for (const { fields } of lines) yield* readExport(fields, notes);
  },
};

function* readExport(root: Fields, notes: ImportNotes): Generator<ReadExchange> {
  for (const resource of each(root, "resourceSpans")) {
    for (const scope of each(resource, "scopeSpans")) {
      yield* readEach(each(scope, "spans"), function* (span) {
        const usage = usageOf(span);
        if (usage === null) notes.leftOut("spans without usage");
        else if (SUMS.includes(textAt(span, "gen_ai.operation.name") ?? ""))
          notes.leftOut("spans of agents and tools, which repeat the usage of the requests in them");
        else yield readSpan(span, usage);
      });
    }
  }
}

/** Operations that the conventions let repeat, or sum, the usage of the model's requests. */
const SUMS: readonly string[] = ["invoke_agent", "invoke_workflow", "create_agent", "execute_tool"];

function readSpan(span: Fields, usage: JsonObject): RecordedExchange {
  // A 64-bit number, which JSON cannot hold: OTLP writes it as a string.
  const nanoseconds = span.textOrNull("startTimeUnixNano");
  return importedExchange({
    id: span.text("spanId"),
    fidelity: "C",
    usage,
    startedAtMs: nanoseconds === null ? null : Number(BigInt(nanoseconds) / 1_000_000n),
    counted: { model: textAt(span, "gen_ai.request.model"), session: textAt(span, "gen_ai.conversation.id") },
    response: { status: 200, headers: [], body: Buffer.alloc(0) },
  });
}

function textAt(span: Fields, name: string): string | null {
  const found = each(span, "attributes")
    .find((attribute) => attribute.text("key") === name)
    ?.raw("value");
  const text = isJsonObject(found) ? found["stringValue"] : undefined;
  return typeof text === "string" ? text : null;
}

const USAGE = "gen_ai.usage.";

function usageOf(span: Fields): JsonObject | null {
  const counters = each(span, "attributes").flatMap((attribute): readonly (readonly [string, number])[] => {
    const name = attribute.text("key");
    const value = attribute.raw("value");
    const count = isJsonObject(value) ? (value["intValue"] ?? value["doubleValue"]) : undefined;
    return name.startsWith(USAGE) && count !== undefined ? [[name, Number(count)]] : [];
  });
  return counters.length === 0 ? null : Object.fromEntries(counters);
}

function each(fields: Fields, name: string): readonly Fields[] {
  return (fields.listOrNull(name) ?? []).map(
    (value, at) => new Fields(value, [...fields.path, name, at], fields.fault),
  );
}
