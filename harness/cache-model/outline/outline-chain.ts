import type { BlockKind, Layout } from "../../kernel/layout.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import { askedTtl } from "../prompt/asked-ttl.ts";
import type { PromptUnit } from "../prompt/order-prompt.ts";
import { placeBreakpoints } from "../prompt/place-breakpoints.ts";
import { breakpointsOn, modeOf, type PromptChain } from "../prompt/prompt-chain.ts";
import type { Link } from "../prompt/link.ts";
import type { CountedPrompt } from "./counted-prompt.ts";

/** What an outline is made of. */
export type OutlinedPrompt = {
  readonly layout: Layout;
  readonly units: readonly PromptUnit[];
  /** How many of the units the other prompt has, too. */
  readonly shared: number;
  /** What tells its other keys from those of the other prompt. */
  readonly side: string;
  readonly model: string;
  readonly rules: ProviderRules;
  /** The chain with its keys and lengths, which costs a look at every byte. */
  readonly chain: () => PromptChain;
  /** Its lengths, as far as they are counted. */
  readonly counted: CountedPrompt;
};

/**
 * The chain of a prompt by its structure, to be held against the outline of one other prompt with the same settings: its keys are places.
 * Lengths are those of the whole chain, made when one is read.
 */
export function outlineChain(prompt: OutlinedPrompt): PromptChain {
  const { layout, model, rules, chain } = prompt;
  const { rule, known } = findModelRule(rules, model);
  const { links, ends } = outlineLinks(prompt);
  return {
    model,
    modelIsKnown: known,
    // The other prompt has the same settings.
    root: "",
    seeds: { tools: "", system: "", messages: "" },
    body: layout.body,
    links,
    breakpoints: breakpointsOn(links, placeBreakpoints(layout, rules)),
    mode: modeOf(layout),
    askedTtl: askedTtl(layout, rules),
    get head() {
      return chain().head;
    },
    get total() {
      return chain().total;
    },
    minimumTokens: rule.minimumTokens,
    stepTokens: rule.stepTokens ?? null,
    grade: "estimate",
    isLong: (from, to, tokens) => isLong(prompt, ends[from] ?? null, ends[to] ?? null, tokens),
  };
}

/** Null stands for the start of the whole prompt, or for its end. */
function isLong({ units, counted }: OutlinedPrompt, from: number | null, to: number | null, tokens: number): boolean {
  const around = (from === null ? counted.around.head : 0) + (to === null ? counted.around.trailer : 0);
  return counted.isLong(from ?? 0, to ?? units.length, tokens - around);
}

/** The links of blocks, and the place of each behind its unit. */
function outlineLinks({ units, shared, side, rules, chain }: OutlinedPrompt): {
  readonly links: readonly Link[];
  readonly ends: readonly number[];
} {
  const links: Link[] = [];
  const ends: number[] = [];
  let role = "";
  let position = -1;
  let before: BlockKind | null = null;
  for (const [place, { unit }] of units.entries()) {
    if (unit.unit === "envelope") {
      ({ role } = unit);
      continue;
    }
    if (before !== unit.kind || !rules.runsShareAPosition.value.includes(unit.kind)) position += 1;
    before = unit.kind;
    const key = place < shared ? `${links.length}` : `${side} ${links.length}`;
    links.push(new OutlineLink(unit, { key, place: links.length, position, role }, chain));
    ends.push(place + 1);
  }
  return { links, ends };
}

/** A link whose length is read from the whole chain. A class, since many are made of which few are asked. */
class OutlineLink implements Link {
  readonly segment: Link["segment"];
  readonly pointer: string;
  readonly span: Link["span"];
  readonly kind: BlockKind;
  readonly message: number;
  readonly role: string;
  readonly position: number;
  readonly key: string;
  readonly #place: number;
  readonly #chain: () => PromptChain;

  constructor(
    { segment, pointer, span, kind, message }: Omit<Link, "key" | "tokens" | "promptBytes" | "position" | "role">,
    { key, place, position, role }: Pick<Link, "key" | "position" | "role"> & { readonly place: number },
    chain: () => PromptChain,
  ) {
    this.segment = segment;
    this.pointer = pointer;
    this.span = span;
    this.kind = kind;
    this.message = message;
    this.role = role;
    this.position = position;
    this.key = key;
    this.#place = place;
    this.#chain = chain;
  }

  get tokens(): number {
    return this.#chain().links[this.#place]?.tokens ?? 0;
  }

  get promptBytes(): number {
    return this.#chain().links[this.#place]?.promptBytes ?? 0;
  }
}
