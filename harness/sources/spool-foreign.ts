import { inSentOrder } from "../cassette/in-sent-order.ts";
import { noSuchId } from "../cassette/no-such-id.ts";
import type { ReadExchange, RecordedExchange, Source } from "../cassette/recorded-exchange.ts";
import { readSpanOf } from "../io/files/read-at.ts";
import type { ScratchFile } from "../io/files/scratch-file.ts";
import type { HarnessError } from "../kernel/faults/harness-error.ts";
import type { Span } from "../kernel/span.ts";

type Kept = { readonly exchange: RecordedExchange; readonly request: Span; readonly response: Span | null };

/**
 * A recording of another tool, read once from its start: bodies go to a scratch file, the rest stays in memory. An id that repeats gets
 * the number of its exchange. `onDamaged` takes the fault of an exchange that cannot be read,
 * and its number.
 */
export function spoolForeign(exchanges: Iterable<ReadExchange>, { name, scratch, onDamaged }: SpoolTarget): Source {
  const kept = new Map<string, Kept>();
  let number = 0;
  for (const exchange of exchanges) {
    number += 1;
    if (exchange instanceof Error) {
      onDamaged(exchange, number);
      continue;
    }
    const id = kept.has(exchange.id) ? `${exchange.id}@${number}` : exchange.id;
    kept.set(id, keep({ ...exchange, id }, scratch));
  }
  const ids = [...kept.keys()];
  const sent = [...kept.values()].map(({ exchange }) => exchange.startedAtMs);
  return {
    name,
    format: "imported",
    ...inSentOrder(ids, sent),
    ...(sent.every((each) => each !== null)
      ? { sentAtMs: (id: string) => kept.get(id)?.exchange.startedAtMs ?? null }
      : {}),
    load: (id) => {
      const found = kept.get(id);
      if (found === undefined) throw noSuchId(id, ids, name);
      return loaded(found, scratch);
    },
  };
}

export type SpoolTarget = {
  readonly name: string;
  readonly scratch: ScratchFile;
  readonly onDamaged: (fault: HarnessError, number: number) => void;
};

const NOTHING = Buffer.alloc(0);

function keep(exchange: RecordedExchange, scratch: ScratchFile): Kept {
  const { request, response } = exchange;
  const append = (bytes: Buffer): Span => {
    const start = bytes.length === 0 ? 0 : scratch.append(bytes);
    return { start, end: start + bytes.length };
  };
  const bodiless = { request: NOTHING, response: response && { ...response, body: NOTHING } };
  return {
    exchange: { ...exchange, ...bodiless, encoded: { request: null, response: null } },
    request: append(request),
    response: response === null ? null : append(response.body),
  };
}

function loaded({ exchange, request, response }: Kept, scratch: ScratchFile): RecordedExchange {
  const read = ({ start, end }: Span): Buffer => (end === start ? NOTHING : readSpanOf(scratch, start, end));
  return {
    ...exchange,
    request: read(request),
    response: exchange.response && {
      ...exchange.response,
      body: response === null ? NOTHING : read(response),
    },
  };
}
