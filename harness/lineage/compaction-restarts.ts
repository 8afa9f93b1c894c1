import { type IndexedRequest, isNamed, type RequestSummary } from "./requests/request-summary.ts";

/** A request that begins with assistant text that the recording does not show, and the line that it may continue. */
type Collapse = { readonly known: IndexedRequest; readonly main: IndexedRequest };

/**
 * Conversations that were compacted into text that is not recognised as a summary. A line stops, and another with the same
 * prompt, tools and session begins after it. Its history is far shorter, and is not its first question. Such a restart is
 * suspected, and decided once all requests were seen: a line that continues was not replaced.
 */
export class CompactionRestarts {
  readonly #suspected: Collapse[] = [];

  /** `main` is the latest request of a main line of the same session before this one. */
  see(known: IndexedRequest, asked: RequestSummary, main: IndexedRequest | undefined): void {
    if (known.parent !== null || known.relation !== "root" || main === undefined || main.agent !== known.agent) return;
    if (!isNamed(asked) || !isCollapsed(asked, main) || !saysModel(asked)) return;
    this.#suspected.push({ known, main });
  }

  settle(): void {
    for (const { known, main } of this.#suspected) {
      if (known.parent !== null || main.next !== null || beginsAlike(known, main)) continue;
      known.parent = main;
      known.relation = "compaction";
      known.certainty = "suspected";
    }
    this.#suspected.length = 0;
  }
}

/** A summary is worth its price where it halves the messages at least. */
function isCollapsed({ digest }: RequestSummary, main: IndexedRequest): boolean {
  return 2 * digest.messages.length <= main.digest.messages.length;
}

/** A new conversation asks its first question: no model has answered yet. */
function saysModel({ digest: { byModel } }: RequestSummary): boolean {
  for (let at = 0; at < byModel.length; at += 1) if (byModel.at(at) === true) return true;
  return false;
}

/** Whether the line itself began with as many messages: those are a client's examples, before each first question. */
function beginsAlike({ digest }: IndexedRequest, main: IndexedRequest): boolean {
  let first = main;
  while (first.parent !== null && first.relation !== "compaction") first = first.parent;
  return first.parent === null && first.digest.messages.length === digest.messages.length;
}
