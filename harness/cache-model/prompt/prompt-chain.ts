import type { Link } from "./link.ts";
import type { Layout } from "../../kernel/layout.ts";
import { askedTtl } from "./asked-ttl.ts";
import { chainHead, chainMessages, step } from "./chain-parts.ts";
import type { KeyRules } from "../../providers/rules/cache-rules.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import { levelSeeds, type LevelSeeds } from "./level-seeds.ts";
import { placeBreakpoints, type PlacedBreakpoint } from "./place-breakpoints.ts";
import { readModel, readParameter } from "./read-parameter.ts";
import type { TokenCounter } from "../token-counter.ts";
import { keepLast } from "./keep-last.ts";

/** A request as a cache sees it: every prefix that ends with a block, by key and length. */
export type PromptChain = {
  readonly model: string;
  /** False where the rules have no row for the model and a fallback answered. */
  readonly modelIsKnown: boolean;
  /** The key before the first block: shared by requests whose blocks all differ. */
  readonly root: string;
  /** The input of the keys at the border of each level. */
  readonly seeds?: LevelSeeds;
  readonly body: Buffer;
  /** In cache order; one for each block that is part of the prompt. */
  readonly links: readonly Link[];
  /** In prompt order; at most one for each link. */
  readonly breakpoints: readonly Breakpoint[];
  /** Whether the request asks for its own breakpoints alone; else the provider sets one of its own, where it has such. */
  readonly mode: "implicit" | "explicit";
  /** The name of the lifetime that the request asks for as a whole; null if it names no lifetime. */
  readonly askedTtl: string | null;
  /** Tokens before the first block: a provider's own prompt. */
  readonly head: number;
  /** Tokens of the whole prompt, the trailer behind the last block included. */
  readonly total: number;
  readonly minimumTokens: number;
  /** The model's own unit; null where the rules' holds. */
  readonly stepTokens: number | null;
  readonly grade: TokenCounter["grade"];
  /** `isLong` without counting the whole prompt, for a chain whose lengths are counted when they are read. */
  readonly isLong?: (from: number, to: number, tokens: number) => boolean;
};

export type Breakpoint = { readonly link: number; readonly ttl: string };

export type ChainContext = {
  readonly rules: KeyRules;
  readonly tokens: TokenCounter;
  /** The owner of a cache: an organisation's workspace, an account. */
  readonly workspace: string;
  /** The model, if the request names it outside its body. */
  readonly model?: string;
};

/**
 * Hashes every byte of a conversation once, however often it is sent again: where a request repeats messages of an earlier one, its chain
 * goes on from there. Keys of two chains can be compared where rules, counter and workspace are the same.
 */
export function chainOf(layout: Layout, context: ChainContext): PromptChain {
  const known = lastChains.get(layout)?.find((each) => isSame(each.context, context));
  if (known !== undefined) return known.chain;
  const chain = chained(layout, context);
  keepLast(lastChains, layout, { context, chain });
  return chain;
}

/** Whether the chain of a layout is known, so that chaining it again costs nothing. */
export function isChained(layout: Layout, context: ChainContext): boolean {
  return lastChains.get(layout)?.some((known) => isSame(known.context, context)) === true;
}

/** A request is mostly asked for as a child and then as a parent, and where a mocked provider answers it, by two caches in turn. */
const lastChains = new WeakMap<Layout, readonly { readonly context: ChainContext; readonly chain: PromptChain }[]>();

function isSame(left: ChainContext, right: ChainContext): boolean {
  return (
    left.rules === right.rules &&
    left.tokens === right.tokens &&
    left.workspace === right.workspace &&
    left.model === right.model
  );
}

function chained(layout: Layout, { rules, tokens, workspace, ...named }: ChainContext): PromptChain {
  const model = named.model ?? readModel(layout);
  const { rule, known } = findModelRule(rules, model);
  const seeds = levelSeeds(layout, rules, rule);
  const root = step(`${rules.provider}\n${workspace}\n${familyOf(named.model ?? "")}`, seeds.tools);
  const chaining = { rules, tokens, model, rule };
  const head = chainHead(layout, chaining, seeds, root);
  const messages = chainMessages(layout, chaining, head);
  const links = head.links.concat(messages.links.toArray());
  return {
    model,
    modelIsKnown: known,
    root,
    seeds,
    body: layout.body,
    links,
    breakpoints: breakpointsOn(links, placeBreakpoints(layout, rules)),
    mode: modeOf(layout),
    askedTtl: askedTtl(layout, rules),
    head: head.counts.head,
    total: messages.end.tokens + head.counts.trailer,
    minimumTokens: rule.minimumTokens,
    stepTokens: rule.stepTokens ?? null,
    grade: tokens.grade,
  };
}

/** Whether a request asks for its own breakpoints alone. */
export function modeOf(layout: Layout): PromptChain["mode"] {
  return readParameter(layout, "prompt_cache_options.mode") === "explicit" ? "explicit" : "implicit";
}

/** Where the automatic breakpoint and an explicit one meet, they are one. Those on messages mostly stand near the end. */
export function breakpointsOn(links: readonly Link[], placed: readonly PlacedBreakpoint[]): readonly Breakpoint[] {
  const byLink = new Map<number, Breakpoint>();
  for (const { block, ttl } of placed) {
    const isIt = ({ span }: Link): boolean => span.start === block.span.start;
    const link = block.segment === "messages" ? links.findLastIndex(isIt) : links.findIndex(isIt);
    if (link !== -1) byLink.set(link, { link, ttl });
  }
  return [...byLink.values()].sort((a, b) => a.link - b.link);
}
