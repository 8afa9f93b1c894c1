import { recognise } from "../../wires/recognise.ts";
import type { Recording } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Relation } from "../../kernel/breaks/relation.ts";
import { checkBody } from "../check-body.ts";
import { LineageReader } from "./lineage-reader.ts";
import { tooFew } from "../ratio/too-few.ts";
import { isPartOfConversation } from "./why-unread.ts";

/** Relations that continue the main line: turn by turn, and from a summary of itself. */
const GOES_ON: readonly Relation[] = ["turn", "compaction"];

/**
 * The pair that is judged if the user names no pair: the last two requests of the main line. The child is the last request that
 * is the first continuation of another; the parent is the request that it continues. Where nothing continues, the last fork.
 */
export function choosePair(recording: Recording): {
  readonly parent: string;
  readonly child: string;
  readonly chosen: string;
} {
  const lineage = new LineageReader(recording);
  const seen: { readonly id: string; readonly parent: string | null }[] = [];
  for (const id of recording.ids) {
    const exchange = (recording.loadReadable ?? recording.load)(id);
    if (exchange === null || !isPartOfConversation(exchange)) continue;
    checkBody(exchange);
    const dialect = recognise(exchange);
    if (dialect === null) continue;
    seen.push({ id, parent: lineage.add(exchange, dialect.parseLayout(exchange.request)).parent });
  }
  const descents = lineage.settled();
  let pair: { parent: string; child: string } | null = null;
  const mainLine = new Set<string>();
  for (const { id, parent } of seen) {
    const relation = descents.get(id)?.relation;
    const continues =
      parent === null
        ? mainLine.size === 0 && relation === "root"
        : relation !== undefined && GOES_ON.includes(relation) && mainLine.has(parent);
    if (!continues) continue;
    mainLine.add(id);
    if (parent !== null) pair = { parent, child: id };
  }
  if (pair !== null)
    return { ...pair, chosen: `the last two requests of the main line: ${pair.parent}, then ${pair.child}` };
  const fork = seen.findLast(({ id, parent }) => parent !== null && descents.get(id)?.relation === "branch");
  if (fork !== undefined && fork.parent !== null) {
    return { parent: fork.parent, child: fork.id, chosen: `the last fork: ${fork.parent}, then ${fork.id}` };
  }
  if (seen.length < 2) throw tooFew(recording, seen.length);
  throw new HarnessError({
    code: "HX253",
    what: `No two requests of ${recording.name} continue one another`,
    fix: "Name them: --parent ID --child ID.",
    exit: 2,
  });
}
