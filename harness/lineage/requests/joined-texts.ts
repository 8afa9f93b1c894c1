import type { SaidItem } from "../../wires/shared/said/said-item.ts";
import { Column } from "../../kernel/memo/column.ts";
import { type Digest, digestAll, digestText } from "./digest.ts";
import { LatestByDigest } from "./latest-by-digest.ts";
import { NO_DIGEST } from "./request-digest.ts";
import type { Child, IndexedRequest } from "./request-summary.ts";

/** Requests that say the same up to a last text of their own: so many are kept, the latest. */
const ALIKE = 8;

/**
 * Finds requests whose last text another one says and goes on with: some clients join a directive to what their parent said or to what
 * its tool answered. The text is another one then, so that no message shows whose it was.
 */
export class JoinedTexts {
  readonly #endings: LatestByDigest;
  /** Of each request's last text, by its number. */
  readonly #lengths = Column.ofIntegers(0);
  readonly #digests = Column.ofNumbers(NO_DIGEST);

  constructor(requests: readonly IndexedRequest[]) {
    this.#endings = new LatestByDigest(requests, ALIKE);
  }

  remember(request: IndexedRequest, asked: Child): void {
    const at = asked.digest.messages.length - 1;
    const [last] = asked.behind(at);
    const item = last?.items.at(-1);
    const text = textOf(item);
    if (last === undefined || item === undefined || text === null) return;
    const key = keyOf(asked, at, last.items.length - 1, item.kind);
    this.#endings.add(key, request);
    this.#lengths.set(request.order, text.length);
    this.#digests.set(request.order, digestText(text));
  }

  /** The request whose last text begins a longer one behind message `from` of this one, the longest; null without one. */
  begunBy(asked: Child, from: number, isOne: (request: IndexedRequest) => boolean): IndexedRequest | null {
    const { byModel, messages } = asked.digest;
    for (let at = from + 1; at < messages.length; at += 1) {
      if (byModel.at(at) === true) continue;
      const [message] = asked.behind(at);
      for (const [index, item] of (message?.items ?? []).entries()) {
        const text = textOf(item);
        if (text === null) continue;
        const begun = this.#endings
          .of(keyOf(asked, at, index, item.kind))
          .map((request) => ({ request, length: this.#lengths.at(request.order) }))
          .filter(
            ({ request, length }) =>
              length < text.length && !/^[\p{L}\p{N}]/u.test(text.slice(length)) && isOne(request),
          )
          .filter(({ request, length }) => this.#digests.at(request.order) === digestText(text.slice(0, length)))
          .sort((left, right) => right.length - left.length || right.request.order - left.request.order);
        if (begun[0] !== undefined) return begun[0].request;
      }
    }
    return null;
  }

  /** The messages with whose blocks or text the only message of a request begins, by digest; empty for a longer one. */
  joinsOf(asked: Child): readonly Digest[] {
    const { messages, leads } = asked.digest;
    if (messages.length > 1) return NONE;
    const begun = this.begunBy(asked, -1, () => true)?.digest.messages.at(-1);
    const blocks = leads.at(0) ?? NONE;
    return begun === undefined ? blocks : [...blocks, begun];
  }
}

/** One for all: most requests join nothing. */
const NONE: readonly Digest[] = [];

/** Shorter texts begin many others. */
const SHORTEST = 4;

function textOf(item: SaidItem | undefined): string | null {
  const text = item?.kind === "text" || item?.kind === "result" ? item.text : null;
  return text === null || text.length < SHORTEST ? null : text;
}

/** Each stands for a kind of item. */
const KINDS: Readonly<Record<SaidItem["kind"], number>> = { text: 1, result: 2, call: 3, other: 4 };

/** All that is said before an item. */
function keyOf({ digest: { chains, leads } }: Child, at: number, item: number, kind: SaidItem["kind"]): Digest {
  const before = at === 0 ? NO_DIGEST : (chains.at(at - 1) ?? NO_DIGEST);
  return digestAll([KINDS[kind], before, item === 0 ? NO_DIGEST : (leads.at(at)?.[item - 1] ?? NO_DIGEST)]);
}
