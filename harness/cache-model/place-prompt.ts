import type { Block, BlockKind, Layout, Segment } from "../kernel/layout.ts";
import { Sequence } from "../kernel/sequence.ts";
import type { Span } from "../kernel/span.ts";
import type { KeyRules, ModelRule } from "./cache-rules.ts";
import type { Counted } from "./count-enough.ts";
import { promptBytesOf } from "./digest-unit.ts";
import type { OrderedParts, PromptUnit } from "./order-prompt.ts";
import { type Link, sharesPosition } from "./prompt-chain.ts";

/** A unit of a prompt, with all that stands there for a cache. */
type Place = PromptUnit & {
  /** The key of the prefix that ends here, also of an envelope. */
  readonly key: string;
  readonly tokens: number;
  /** How many links and tokens stand before it. */
  readonly links: number;
  readonly sum: number;
};

/** A prompt as a cache sees it. */
export type PlacedPrompt = {
  readonly places: Sequence<Place>;
  /** How many of them stand before the messages. */
  readonly head: number;
  readonly links: readonly Link[];
  /** Tokens up to the end of the last one. */
  readonly end: number;
};

/** The units of a prompt of which a part stands in another one. */
export class PromptView {
  readonly length: number;
  readonly #parts: OrderedParts;
  readonly #beside: PlacedPrompt | null;

  constructor(parts: OrderedParts, beside: PlacedPrompt | null) {
    this.length = parts.head.length + parts.shared + parts.tail.length;
    this.#parts = parts;
    this.#beside = beside;
  }

  at(place: number): PromptUnit | undefined {
    const { head, shared, tail } = this.#parts;
    const behind = place - head.length;
    if (behind < 0) return head[place];
    return behind < shared ? this.#beside?.places.at(this.#beside.head + behind) : tail[behind - shared];
  }
}

type Own = {
  readonly parts: OrderedParts;
  readonly prompt: PromptView;
  readonly keyAt: (place: number) => string;
  readonly counted: Counted;
};

/** The first `alike` units have the keys and the tokens that they have `beside`, whose places and links they then are. */
type Repeating = { readonly rule: ModelRule; readonly beside: PlacedPrompt | null; readonly alike: number };

export function placePrompt(
  { body }: Layout,
  { parts, prompt, keyAt, counted }: Own,
  rules: KeyRules,
  { rule, beside, alike }: Repeating,
): PlacedPrompt {
  const head = parts.head.length;
  // Where every tool's key says the whole list, it is the last one's, with the place of the tool.
  const tools = rules.toolsAreOneBlock.value ? toolsOf(parts.head) : 0;
  const whole = tools === 0 ? "" : keyAt(tools - 1);
  const run = beside?.head === head && alike >= head + parts.shared ? parts.shared : 0;
  const isWhole = run > 0 && parts.head.every(({ unit }, place) => beside?.places.at(place)?.unit === unit);
  const begun = isWhole && beside !== null ? takeHead(beside, head + run) : nothing(counted.head);
  const of = { body, rule, isFirst: beside === null };
  let { links, sum } = begun;
  const added: Place[] = [];
  let role = "";
  for (let place = begun.places.length; place < prompt.length; place += 1) {
    if (place === head && run > 0 && beside !== null && meets(links, beside, place)) {
      for (; place < head + run; place += 1) {
        const there = beside.places.at(place);
        if (there !== undefined) added.push(there);
      }
      const taken = takeHead(beside, place);
      links = [...links, ...taken.links.slice(links.length)];
      sum = taken.sum;
    }
    const each = prompt.at(place);
    if (each === undefined) break;
    const { unit } = each;
    const [key, tokens] = [keyAt(place), counted.tokensAt(place)];
    added.push({ unit, index: each.index, level: each.level, key, tokens, links: links.length, sum });
    sum += tokens;
    if (unit.unit === "envelope") {
      role = unit.role;
      continue;
    }
    const last = links.at(-1);
    const own = place < tools ? `${whole}.${place}` : key;
    const position = (last?.position ?? -1) + (sharesPosition(last ?? null, unit, rules) ? 0 : 1);
    const there = beside?.places.at(place)?.unit === unit ? beside.links[links.length] : undefined;
    const isSame = there?.key === own && there.tokens === sum && there.position === position;
    links.push(isSame ? there : new BlockLink(unit, of, own, sum, position, role));
  }
  return { places: begun.places.andAll(added), head, links, end: sum };
}

/** Index of the link of a block; null for one that is no prompt. Marks stand in the head or near the end. */
export function linkOf(block: Block, { places, head }: PlacedPrompt): number | null {
  for (let place = 0; place < head; place += 1) {
    const each = places.at(place);
    if (each?.unit === block) return each.links;
  }
  for (let place = places.length - 1; place >= head; place -= 1) {
    const each = places.at(place);
    if (each?.unit === block) return each.links;
  }
  return null;
}

type Taken = { readonly places: Sequence<Place>; readonly links: Link[]; readonly sum: number };

function nothing(head: number): Taken {
  return { places: Sequence.empty(), links: [], sum: head };
}

/** What stands in the first `count` places. */
function takeHead({ places, links, end }: PlacedPrompt, count: number): Taken {
  const next = places.at(count);
  return { places: places.first(count), links: links.slice(0, next?.links), sum: next?.sum ?? end };
}

function toolsOf(head: readonly PromptUnit[]): number {
  const others = head.findIndex(({ level }) => level !== "tools");
  return others === -1 ? head.length : others;
}

/** Whether what stands before a place ends alike on both sides. */
function meets(links: readonly Link[], beside: PlacedPrompt, place: number): boolean {
  const [last, there] = [links.at(-1), beside.links[links.length - 1]];
  const isAlike = last?.tokens === there?.tokens && last?.position === there?.position;
  return isAlike && beside.places.at(place)?.links === links.length;
}

/**
 * A block's link. What is the block's is asked of the block, and its prompt bytes are counted when they are asked for, since that
 * looks at every byte and few links are asked. Links live on in the chains of later requests: only those of the first one may hold
 * on to its body, so others are counted at once.
 */
class BlockLink implements Link {
  readonly key: string;
  readonly tokens: number;
  readonly position: number;
  readonly role: string;
  readonly #unit: Block;
  readonly #rule: ModelRule;
  /** Counted, or the body to count them in. */
  #promptBytes: number | Buffer;

  constructor(
    unit: Block,
    { body, rule, isFirst }: { readonly body: Buffer; readonly rule: ModelRule; readonly isFirst: boolean },
    key: string,
    tokens: number,
    position: number,
    role: string,
  ) {
    this.key = key;
    this.tokens = tokens;
    this.position = position;
    this.role = role;
    this.#unit = unit;
    this.#rule = rule;
    this.#promptBytes = isFirst ? body : promptBytesOf(body, unit, rule.stringEqualsTextBlock);
  }

  get segment(): Segment {
    return this.#unit.segment;
  }

  get pointer(): string {
    return this.#unit.pointer;
  }

  get span(): Span {
    return this.#unit.span;
  }

  get kind(): BlockKind {
    return this.#unit.kind;
  }

  get message(): number {
    return this.#unit.message;
  }

  get promptBytes(): number {
    const known = this.#promptBytes;
    if (typeof known === "number") return known;
    return (this.#promptBytes = promptBytesOf(known, this.#unit, this.#rule.stringEqualsTextBlock));
  }
}
