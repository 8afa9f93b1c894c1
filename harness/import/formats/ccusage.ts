import type { Fields } from "../../cassette/lines/fields.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import { type DocumentFormat, type ImportNotes, type LinesFormat, readEach } from "../foreign-format.ts";
import { type Counted, usageExchange } from "../usage-exchange.ts";

/** Members of a report that hold its rows: `ccusage daily`, `weekly`, `monthly`, `session` and `blocks`; `data` in its older versions. */
const ROWS = ["daily", "weekly", "monthly", "session", "sessions", "blocks", "data"] as const;

/** The member that names a row: a day, a week, a month, a session, or the start of a block of five hours. */
const NAMES = ["period", "date", "week", "month", "sessionId", "session", "startTime"] as const;

/** A report of ccusage (`--json`). Each of its rows sums the counters of many requests. */
export const usageReport: DocumentFormat = {
  kind: "document",
  name: "ccusage report",
  holdsSums: true,
  recognises: (root) => ROWS.some((name) => rowsIn(root, name).some(isCounted)),
  read: function* (root, notes) {
    for (const name of ROWS)
      for (const [at, row] of (root.has(name) && Array.isArray(root.raw(name)) ? root.list(name) : []).entries())
        yield* sumOf(root.nested(row, [name, at]), at, notes);
  },
};

/** One session of ccusage (`ccusage session --id ID --json`): the counters of each request. */
export const usageEntries: DocumentFormat = {
  kind: "document",
  name: "ccusage session",
  recognises: (root) => rowsIn(root, "entries").some(isEntry),
  read: (root) => {
    const session = root.textOrNull("sessionId");
    return readEach(root.list("entries").entries(), ([at, entry]) => [
      entryOf(root.nested(entry, ["entries", at]), String(at + 1), session),
    ]);
  },
};

/** The same counters as a log: one request a line. */
export const usageLines: LinesFormat = {
  kind: "lines",
  name: "ccusage entries",
  recognises: isEntry,
  read: function* (lines) {
    for (const { number, fields } of lines) yield entryOf(fields, String(number), fields.textOrNull("sessionId"));
  },
};

function rowsIn(root: JsonObject, name: string): readonly JsonObject[] {
  const rows = root[name];
  return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
}

function isCounted(row: JsonObject): boolean {
  const counts = isJsonObject(row["tokenCounts"]) ? row["tokenCounts"] : row;
  return typeof counts["inputTokens"] === "number" && typeof counts["outputTokens"] === "number";
}

/** A cache counter tells it from the entries of other logs. */
function isEntry(line: JsonObject): boolean {
  const isCache = [...WRITES, ...READS].some((name) => typeof line[name] === "number");
  return isCache && isCounted(line) && typeof line["timestamp"] === "string";
}

function entryOf(entry: Fields, id: string, session: string | null): RecordedExchange {
  const counted = { model: entry.textOrNull("model"), session };
  return exchangeOf(entry, id, entry.timeOrNull("timestamp"), counted);
}

function* sumOf(row: Fields, at: number, notes: ImportNotes): Generator<RecordedExchange> {
  if (row.raw("isGap") === true) return notes.leftOut("gaps between blocks");
  const models = [row.raw("modelsUsed"), row.raw("models")].find(Array.isArray) ?? [];
  const sum = {
    models: models.filter((model) => typeof model === "string"),
    requests: typeof row.raw("entries") === "number" ? row.number("entries") : null,
    usd: row.numberOrNull("totalCost") ?? row.numberOrNull("costUSD"),
  };
  const name = NAMES.flatMap((member) => row.textOrNull(member) ?? [])[0] ?? `row ${at + 1}`;
  const counts = row.objectOrNull("tokenCounts") ?? row;
  yield exchangeOf(counts, name, null, { model: null, session: name, sum });
}

const WRITES = ["cacheCreationTokens", "cacheCreationInputTokens"] as const;
const READS = ["cacheReadTokens", "cacheReadInputTokens"] as const;

/** Its tools for Codex count as OpenAI does: the cached tokens are part of the input, and writes are not counted. */
function exchangeOf(row: Fields, id: string, atMs: number | null, counted: Counted): RecordedExchange {
  const [input, output] = [row.number("inputTokens"), row.number("outputTokens")];
  const cached = row.numberOrNull("cachedInputTokens");
  if (cached !== null) {
    const usage = { input_tokens: input, input_tokens_details: { cached_tokens: cached }, output_tokens: output };
    return usageExchange(id, usage, atMs, "openai-responses", counted);
  }
  const usage = {
    input_tokens: input,
    ...named("cache_creation_input_tokens", WRITES, row),
    ...named("cache_read_input_tokens", READS, row),
    output_tokens: output,
  };
  return usageExchange(id, usage, atMs, "anthropic-messages", counted);
}

function named(name: string, members: readonly string[], row: Fields): JsonObject {
  const [value] = members.flatMap((member) => row.numberOrNull(member) ?? []);
  return value === undefined ? {} : { [name]: value };
}
