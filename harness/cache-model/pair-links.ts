import type { Block, BlockKind, Layout, Segment } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import type { KeyRules, ModelRule } from "./cache-rules.ts";
import { promptBytesOf } from "./digest-unit.ts";
import type { OrderedPrompt } from "./order-prompt.ts";
import { type Link, sharesPosition } from "./prompt-chain.ts";

/** What each block of a prompt is to a cache. */
export type PairLinks = {
  readonly links: readonly Link[];
  /** The block of each link. */
  readonly blocks: readonly Block[];
  /** How many links stand before each unit of the prompt. */
  readonly before: readonly number[];
};

/** A prompt with the key and the tokens of each of its units. */
export type Keyed = {
  readonly prompt: OrderedPrompt;
  readonly running: readonly string[];
  readonly counts: readonly number[];
  readonly head: number;
};

/** The links of a request that this one may repeat, and how many leading units are the same to the cache, lengths included. */
export type Repeats = { readonly keyed: Keyed; readonly linked: PairLinks; readonly units: number };

/** The links of identical units are those of `beside`. */
export function linkPrompt(
  { body }: Layout,
  own: Keyed,
  rules: KeyRules,
  { rule, beside }: { readonly rule: ModelRule; readonly beside: Repeats | null },
): PairLinks {
  const { prompt, running, counts } = own;
  // Where every tool's key says the whole list, it is the last one's, with the place of the tool.
  const tools = rules.toolsAreOneBlock.value ? toolsOf(prompt) : 0;
  const whole = running[tools - 1] ?? "";
  const run = beside === null ? 0 : runOf(own, beside);
  let links: Link[] = [];
  let blocks: Block[] = [];
  let before: number[] = [];
  let sum = own.head;
  let role = "";
  for (let place = 0; place < prompt.units.length; place += 1) {
    if (place === prompt.head && run > place && beside !== null) {
      const { linked } = beside;
      const end = linked.before[run] ?? linked.links.length;
      if (meets(links, linked, place)) {
        links = links.concat(linked.links.slice(links.length, end));
        blocks = blocks.concat(linked.blocks.slice(blocks.length, end));
        before = before.concat(linked.before.slice(place, run));
        for (; place < run; place += 1) sum += counts[place] ?? 0;
        role = links.at(-1)?.role ?? role;
      }
    }
    const unit = prompt.units[place]?.unit;
    if (unit === undefined) break;
    before.push(links.length);
    sum += counts[place] ?? 0;
    if (unit.unit === "envelope") {
      role = unit.role;
      continue;
    }
    const key = place < tools ? `${whole}.${place}` : (running[place] ?? "");
    const position = (links.at(-1)?.position ?? -1) + (sharesPosition(blocks.at(-1) ?? null, unit, rules) ? 0 : 1);
    const isSame = beside?.keyed.prompt.units[place]?.unit === unit;
    const there = isSame ? beside.linked.links[links.length] : undefined;
    const known = there?.key === key && there.tokens === sum && there.position === position ? there : null;
    links.push(known ?? makeLink(body, unit, rule, { key, tokens: sum, position, role }, beside === null));
    blocks.push(unit);
  }
  return { links, blocks, before };
}

function toolsOf({ units }: OrderedPrompt): number {
  let tools = 0;
  while (units[tools]?.level === "tools") tools += 1;
  return tools;
}

/** Where the units of messages end that are the very same on both sides, behind heads that are alike; 0 where there are none. */
function runOf({ prompt, head }: Keyed, { keyed, units }: Repeats): number {
  if (keyed.prompt.head !== prompt.head || keyed.head !== head || units < prompt.head) return 0;
  return Math.min(units, prompt.head + prompt.shared);
}

/** Whether what stands before a unit ends alike on both sides. */
function meets(links: readonly Link[], linked: PairLinks, place: number): boolean {
  const [last, there] = [links.at(-1), linked.links[links.length - 1]];
  const isAlike = last?.tokens === there?.tokens && last?.position === there?.position;
  return links.length === linked.before[place] && isAlike;
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
