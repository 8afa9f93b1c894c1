import type { Dialect } from "../dialects/dialect.ts";
import { recognise } from "../dialects/registry.ts";
import type { Exchange, Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import type { Judgement } from "../kernel/judgement.ts";
import type { Layout } from "../kernel/layout.ts";
import type { Descent } from "../lineage/lineage.ts";
import { LineageReader } from "./lineage-reader.ts";
import { checkBody } from "./check-body.ts";
import { judge } from "./judge.ts";

/** One exchange of a recording: read and held against the one it continues, or of no dialect that forkproof reads. */
export type JudgedExchange =
  | { readonly exchange: Exchange; readonly read: null }
  | {
      readonly exchange: Exchange;
      readonly read: {
        readonly dialect: Dialect;
        readonly layout: Layout;
        readonly descent: Descent;
        /** Null for one that continues none. */
        readonly judgement: Judgement | null;
      };
    };

export type JudgeOptions = { readonly provider?: string; readonly showText?: boolean };

/**
 * Goes through a recording in order. Exchanges are read one by one; no more than two are held at a time.
 * Throws HX252 at the end where fewer than two requests could be compared: nothing was looked at then.
 */
export function* judgeRecording(recording: Recording, options: JudgeOptions = {}): Generator<JudgedExchange> {
  const lineage = new LineageReader(recording);
  let last: { readonly exchange: Exchange; readonly layout: Layout } | null = null;
  let comparable = 0;
  for (const id of recording.ids) {
    const exchange = recording.load(id);
    const dialect = recogniseRequest(exchange);
    if (dialect === null) {
      yield { exchange, read: null };
      continue;
    }
    comparable += 1;
    const layout: Layout = dialect.layOut(exchange.request, last?.layout);
    const descent = lineage.add(exchange, layout);
    const parent = parentExchange(recording, descent, last?.exchange ?? null);
    const judgement = parent === null ? null : judge({ ...options, parent, child: exchange });
    last = { exchange, layout };
    yield { exchange, read: { dialect, layout, descent, judgement } };
  }
  if (comparable < 2) throw tooFew(recording, comparable);
}

/** A socket's upgrade and requests without a body are part of a recording, not of a conversation. */
function recogniseRequest(exchange: Exchange): Dialect | null {
  if (exchange.request.length === 0 || exchange.method === "WS-UPGRADE") return null;
  checkBody(exchange);
  return recognise(exchange);
}

function parentExchange(recording: Recording, { parent }: Descent, last: Exchange | null): Exchange | null {
  if (parent === null) return null;
  return parent === last?.id ? last : recording.load(parent);
}

function tooFew(recording: Recording, comparable: number): HarnessError {
  const count = comparable === 0 ? "no request" : "one request";
  return new HarnessError({
    code: "HX252",
    what: `${recording.name} holds ${count} that can be compared; a fork needs its parent`,
    mend: "Record the parent's request and the fork's in one source, on a wire format that forkproof reads.",
    exit: 2,
  });
}
