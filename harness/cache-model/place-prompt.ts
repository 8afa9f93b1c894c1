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
    const own = {
      key: place < tools ? `${whole}.${place}` : key,
      tokens: sum,
      position: (last?.position ?? -1) + (sharesPosition(last ?? null, unit, rules) ? 0 : 1),
      role,
    };
    const there = beside?.places.at(place)?.unit === unit ? beside.links[links.length] : undefined;
    links.push(there !== undefined && isSame(there, own) ? there : makeLink(body, unit, rule, own, beside === null));
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

function isSame(link: Link, { key, tokens, position }: Pick<Link, "key" | "tokens" | "position">): boolean {
  return link.key === key && link.tokens === tokens && link.position === position;
}

/** Links live on in the chains of later requests: only those of the `first` one may hold on to its body. */
function makeLink(
  body: Buffer,
  unit: Block,
  { stringEqualsTextBlock }: ModelRule,
  own: Pick<Link, "key" | "tokens" | "position" | "role">,
  first: boolean,
): Link {
  // No closure here beside the first one's: closures of one scope share what they capture, and would hold the body too.
  return first
    ? new LazyLink(unit, own, () => promptBytesOf(body, unit, stringEqualsTextBlock))
    : countedLink(unit, own, promptBytesOf(body, unit, stringEqualsTextBlock));
}

function countedLink(unit: Block, own: ConstructorParameters<typeof LazyLink>[1], promptBytes: number): Link {
  return new LazyLink(unit, own, () => promptBytes);
}

/** A link whose count of prompt bytes is taken when asked for: that looks at every byte, and few links are asked. */
class LazyLink implements Link {
  readonly key: string;
  readonly tokens: number;
  readonly position: number;
  readonly segment: Segment;
  readonly pointer: string;
  readonly span: Span;
  readonly kind: BlockKind;
  readonly message: number;
  readonly role: string;
  readonly #promptBytes: () => number;

  constructor(
    { segment, pointer, span, kind, message }: Block,
    own: Pick<Link, "key" | "tokens" | "position" | "role">,
    promptBytes: () => number,
  ) {
    this.key = own.key;
    this.tokens = own.tokens;
    this.position = own.position;
    this.segment = segment;
    this.pointer = pointer;
    this.span = span;
    this.kind = kind;
    this.message = message;
    this.role = own.role;
    this.#promptBytes = promptBytes;
  }

  get promptBytes(): number {
    return this.#promptBytes();
  }
}
