import { hash } from "node:crypto";
import type { Console } from "../../io/console.ts";
import type { InspectedExchange, Inspection } from "../../kernel/inspection/inspection.ts";
import { renderJsonLine } from "../../report/render-json.ts";
import { inspected } from "../../verdict/recording/inspect-recording.ts";
import type { JudgedExchange } from "../../verdict/recording/judge-recording.ts";
import type { Invocation } from "../command.ts";
import { usageError } from "../usage-error.ts";

/**
 * The lines of `--jsonl`: an `exchange` as soon as it is judged; at the end, `settled` with those of its members that later requests
 * changed; and an `inspection` for the recording.
 */
export type ExchangeLines = {
  readonly see: (judged: JudgedExchange) => void;
  readonly end: (inspection: Inspection) => void;
};

/** The reader of the lines has left, and no gate needs the rest of the recording. */
export class ReaderGoneError extends Error {}

/**
 * Null without `--jsonl`. The price list is loaded first, since a line cannot wait for it.
 *
 * @throws HarnessError HX505 with options that need the whole recording before the first line
 */
export async function exchangeLines(invocation: Invocation, { out, isClosed }: Console): Promise<ExchangeLines | null> {
  const { options } = invocation;
  if (!options.has("jsonl")) return null;
  const other = NEEDS_ALL.find((name) => options.has(name));
  if (other !== undefined)
    throw usageError(
      "HX505",
      `--jsonl prints each request as it is read, and --${other} needs all of them`,
      other === "json" ? "leave one of the two out" : `use --json with --${other}`,
    );
  const { priced } = await import("../../money/priced-inspection.ts");
  // A gate needs the end of the recording, even if its lines are no longer read.
  const isGate = options.has("fail-on-break");
  const told = new Map<string, Digests>();
  const conversations = new Map<string, string>();
  const print = (line: object): void => {
    out(renderJsonLine(line));
    if (!isGate && isClosed()) throw new ReaderGoneError();
  };
  return {
    see: (judged) => {
      const first = inspected(judged, {});
      const { id, parent } = first;
      // Judged again, now with its parent: the end of the output lists the differences.
      if (told.has(id)) return;
      const conversation = (parent === null ? null : conversations.get(parent)) ?? id;
      conversations.set(id, conversation);
      const exchange = priced({ ...first, conversation });
      told.set(id, digestsOf(exchange));
      print({ type: "exchange", ...exchange });
    },
    end: ({ exchanges, ...recording }) => {
      for (const exchange of exchanges) {
        const { id } = exchange;
        const changed = changedMembers(exchange, told.get(id) ?? {});
        if (changed.length > 0) print({ type: "settled", id, ...Object.fromEntries(changed) });
      }
      print({ type: "inspection", ...recording });
    },
  };
}

/** A digest for each member: the lines that were printed are not kept. */
type Digests = Readonly<Record<string, string>>;

function digestsOf(exchange: InspectedExchange): Digests {
  return Object.fromEntries(Object.entries(exchange).map(([name, value]) => [name, digestOf(value)]));
}

function changedMembers(exchange: InspectedExchange, digests: Digests): readonly (readonly [string, unknown])[] {
  return Object.entries(exchange).filter(([name, value]) => digests[name] !== digestOf(value));
}

function digestOf(value: unknown): string {
  return hash("sha1", renderJsonLine({ value }), "base64").slice(0, 12);
}

const NEEDS_ALL = ["json", "all", "blocks", "since", "until", "model", "conversation"] as const;
