import { recognise } from "../dialects/registry.ts";
import type { Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import type { Relation } from "../kernel/inspection.ts";
import { checkBody } from "./check-body.ts";
import { LineageReader } from "./lineage-reader.ts";
import { tooFew } from "./too-few.ts";

/** How the main line goes on: turn by turn, and from a summary of itself. */
const GOES_ON: readonly Relation[] = ["turn", "compaction"];

/**
 * The pair that is judged where nobody names one: the last two requests of the main line, that is the last request that
 * continues another as its first continuation, and the one it continues.
 */
export function choosePair(recording: Recording): {
  readonly parent: string;
  readonly child: string;
  readonly chosen: string;
} {
  const lineage = new LineageReader(recording);
  let comparable = 0;
  let pair: { parent: string; child: string } | null = null;
  const mainLine = new Set<string>();
  for (const id of recording.ids) {
    const exchange = recording.load(id);
    if (exchange.request.length === 0) continue;
    checkBody(exchange);
    const dialect = recognise(exchange);
    if (dialect === null) continue;
    comparable += 1;
    const { parent, relation } = lineage.add(exchange, dialect.layOut(exchange.request));
    const goesOn = parent === null ? mainLine.size === 0 : GOES_ON.includes(relation) && mainLine.has(parent);
    if (!goesOn) continue;
    mainLine.add(id);
    if (parent !== null) pair = { parent, child: id };
  }
  if (pair !== null)
    return { ...pair, chosen: `the last two requests of the main line: ${pair.parent}, then ${pair.child}` };
  if (comparable < 2) throw tooFew(recording, comparable);
  throw new HarnessError({
    code: "HX253",
    what: `No two requests of ${recording.name} continue one another`,
    mend: "Name them: --parent ID --child ID.",
    exit: 2,
  });
}
