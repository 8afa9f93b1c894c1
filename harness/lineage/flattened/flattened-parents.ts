import type { ReadAgain } from "../late-parents.ts";
import { NO_UNITS } from "../requests/request-digest.ts";
import type { Child, IndexedRequest, RequestSummary } from "../requests/request-summary.ts";
import { beginningOf, spelledWords, tellsRequest, transcriptWords } from "./transcript-words.ts";

/** So many requests are remembered, the latest: who writes down a conversation mostly goes on from it. */
const REMEMBERED = 64;

/** So many of those whose words a request holds are read again: a model begins answers with the same words, too. */
const HELD = 4;

/** A client that writes the conversation into one message sends few. */
const FEW = 3;

/** Shorter texts repeat no conversation. */
const SHORTEST = 200;

/**
 * The conversations that requests repeat in a text of the user. Some clients write what was said so far as one text: no message of the request
 * is then its parent's, and all is paid anew. Only requests with the prompt or the tools of their parent are looked at, because other agents
 * share nothing on purpose. A request for a summary is expected to pay.
 */
export class FlattenedParents {
  /** The first words of what each was answered, by the model or a tool. */
  #remembered: readonly { readonly request: IndexedRequest; readonly words: string }[] = [];
  /** Requests that hold such words of others. */
  readonly #holders = new Map<IndexedRequest, readonly IndexedRequest[]>();

  see(request: IndexedRequest, asked: Child): void {
    const text = mayTell(request, asked) ? textOf(asked) : "";
    if (text.length >= SHORTEST) {
      const spelled = spelledWords(text);
      const held = this.#remembered.filter(
        ({ request: known, words }) => sharesPrompt(known, request) && spelled.includes(` ${words} `),
      );
      const latest = [...new Set(held.map(({ request: known }) => known))].slice(-HELD);
      if (latest.length > 0) this.#holders.set(request, latest);
    }
    const words = newTexts(asked).flatMap((text) => beginningOf(text) ?? []);
    if (words.length > 0)
      this.#remembered = [...this.#remembered, ...words.map((each) => ({ request, words: each }))].slice(-REMEMBERED);
  }

  /** The last request of the conversation that a request repeats, by that request. */
  found(again: ReadAgain): ReadonlyMap<IndexedRequest, IndexedRequest> {
    const found = new Map<IndexedRequest, IndexedRequest>();
    for (const [request, held] of this.#holders) {
      const asked = request.parent === null ? again(request.id) : null;
      if (asked === null) continue;
      const transcript = transcriptWords(textOf(asked));
      const isTold = (known: IndexedRequest): boolean => {
        const summary = again(known.id);
        return summary !== null && tellsRequest(transcript, summary);
      };
      let last = held.toReversed().find(isTold);
      if (last === undefined) continue;
      // A later request may bring no words of its own.
      for (let { next } = last; next !== null && next.order < request.order && isTold(next); { next } = last)
        last = next;
      found.set(request, last);
    }
    return found;
  }
}

function mayTell({ parent, named }: IndexedRequest, { digest, words }: Child): boolean {
  return parent === null && named === null && digest.messages.length <= FEW && !words.asksForSummary;
}

function sharesPrompt(one: IndexedRequest, other: IndexedRequest): boolean {
  const isShared = (name: "system" | "tools"): boolean =>
    one.digest[name] === other.digest[name] && one.digest[name] !== NO_UNITS;
  return one.voice === other.voice && (isShared("system") || isShared("tools"));
}

/** All that the user says in a request. */
function textOf({ behind }: RequestSummary): string {
  return behind(0)
    .flatMap(({ by, items }) =>
      by === "user" ? items.flatMap((item) => (item.kind === "text" ? [item.text] : [])) : [],
    )
    .join("\n");
}

/** The last result of a request, and what the model said before and behind it: many requests begin a text of the user's with the same words. */
function newTexts({ behind, digest: { messages }, answer }: Child): readonly string[] {
  const [said, last] = behind(Math.max(0, messages.length - 2)).map(({ by, items }) => ({ by, item: items.at(-1) }));
  const texts = said?.by === "model" && said.item?.kind === "text" ? [said.item.text] : [];
  const results = last?.item?.kind === "result" ? [last.item.text] : [];
  return [...texts, ...results, ...(answer?.text == null ? [] : [answer.text])];
}
