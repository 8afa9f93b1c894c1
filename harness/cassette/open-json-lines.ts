import { readSpan, spanReader } from "../io/files/read-at.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { type FaultKind, type FieldFault, Fields } from "./lines/fields.ts";
import { inSentOrder } from "./in-sent-order.ts";
import { type IndexOptions, indexLines } from "./lines/index-lines.ts";
import type { LineFormat } from "./lines/line-format.ts";
import type { IndexedLine } from "./lines/line-table.ts";
import { noSuchId } from "./no-such-id.ts";
import { BodyDecoder } from "./lines/body-decoder.ts";
import { parseLine, placeOf } from "./lines/parse-line.ts";
import { parseWithBody } from "./lines/parse-with-body.ts";
import type { RecordedExchange, Source } from "./recorded-exchange.ts";

/**
 * A JSON Lines recording: indexed now, its exchanges read one by one when asked for. Their ids stand in the order in which they were
 * sent (see `inSentOrder`).
 *
 * @throws HarnessError those of `indexLines`; on load HX202 to HX205, HX207, HX209, HX210
 */
export function openJsonLines(path: string, options: IndexOptions = {}): Source {
  const { format, lines, sentAtMs } = indexLines(path, options);
  const ids = lines.ids();
  const isTimed = sentAtMs?.some((sent) => sent !== null) === true;
  const order = inSentOrder(ids, isTimed ? sentAtMs : ids.map(numberOf));
  const read = options.file === undefined ? null : spanReader(options.file);
  return {
    name: path,
    format: format.name,
    ...order,
    storedAt: (id) => lines.orderOf(id),
    ...(isTimed ? { sentAtMs: (id: string) => sentAtMs[lines.orderOf(id) ?? -1] ?? null } : {}),
    load: (id) => {
      const line = lines.get(id);
      if (line === null) throw noSuchId(id, order.ids, path);
      const { start, end } = line;
      const raw = read === null ? readSpan(path, start, end) : read(start, end);
      return loadLine(path, format, { id, line, raw });
    },
  };
}

/** If no line has a time, the line numbers (`seq`) give the order. */
function numberOf(id: string): number | null {
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}

/** One for all files: a rotated log goes on with the conversations of the one before, and its memory is bounded once. */
const decoder = new BodyDecoder();

function loadLine(
  path: string,
  format: LineFormat,
  { id, line, raw }: { readonly id: string; readonly line: IndexedLine; readonly raw: Buffer },
): RecordedExchange {
  const fault: FieldFault = (_, what, kind = wrongMember) =>
    new HarnessError({ ...kind, what: `exchange ${id}: ${what}`, where: placeOf(path, line), exit: 3 });
  const value = parseWithBody(raw, format.bodyMember, decoder) ?? parseLine(raw, line, path);
  const fields = new Fields(value, [], fault);
  const named = format.idOf(
    format.idMembers.map((name) => fields.raw(name) ?? undefined),
    line.number,
  );
  // A name written twice in one line: the index reads the first, JSON.parse the last.
  if (named !== (line.named ?? id)) throw fault([], `its line also calls it "${named}"`);
  return format.read(fields, id, raw);
}

const wrongMember: FaultKind = {
  code: "HX209",
  fix: "record again where the recorder wrote this line; fix it by hand where a hand did",
};
