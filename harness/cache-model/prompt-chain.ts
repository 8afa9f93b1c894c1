import { hash } from "node:crypto";
import type { Block, Layout, Segment, Unit } from "../kernel/layout.ts";
import type { CacheRules, ModelRule } from "./cache-rules.ts";
import { digestUnit } from "./digest-unit.ts";
import { findModelRule } from "./find-model-rule.ts";
import { levelSeeds, type LevelSeeds } from "./level-seeds.ts";
import { levels, orderPrompt, type PromptUnit } from "./order-prompt.ts";
import { placeBreakpoints, type PlacedBreakpoint } from "./place-breakpoints.ts";
import { readModel } from "./read-parameter.ts";
import type { TokenCounter } from "./token-counter.ts";

/** A request as a cache sees it: every prefix that ends with a block, by key and length. */
export type PromptChain = {
  readonly model: string;
  /** False where the rules have no row for the model and a fallback answered. */
  readonly modelIsKnown: boolean;
  /** In cache order; one for each block that is part of the prompt. */
  readonly links: readonly Link[];
  /** In prompt order; at most one for each link. */
  readonly breakpoints: readonly Breakpoint[];
  /** Tokens of the whole prompt, the trailer behind the last block included. */
  readonly total: number;
  readonly minimumTokens: number;
  readonly grade: TokenCounter["grade"];
};

export type Link = {
  /** The same for equal prefixes of equal scope, parameters included, whatever breakpoints they carry. */
  readonly key: string;
  /** Tokens of the prefix that ends here. */
  readonly tokens: number;
  /** Place in the provider's lookback; neighbours of a run may share one. */
  readonly position: number;
  readonly segment: Segment;
  /** JSON pointer of the block. */
  readonly pointer: string;
};

export type Breakpoint = { readonly link: number; readonly ttl: string };

export type ChainContext = {
  readonly rules: CacheRules;
  readonly tokens: TokenCounter;
  /** Whoever shares a cache: an organisation's workspace, an account. */
  readonly workspace: string;
};

/** Hashes every byte of a conversation once, however often it is sent again. Keys of two chains can be compared where rules, counter and workspace are the same. */
export function chainOf(layout: Layout, { rules, tokens, workspace }: ChainContext): PromptChain {
  const model = readModel(layout);
  const { rule, known } = findModelRule(rules, model);
  const prompt = orderPrompt(layout, rules);
  const seeds = levelSeeds(layout, rules, rule);
  const { keys, promptBytes } = hashPrompt(layout, prompt, seeds, { rules, workspace, model: rule });
  const counts = tokens.count(layout, promptBytes);

  const links: Link[] = [];
  const linkOf = new Map<Unit, number>();
  let sum = 0;
  let before: Block | null = null;
  for (const [place, { unit, index }] of prompt.entries()) {
    sum += counts.units[index] ?? 0;
    const key = keys[place];
    if (unit.unit === "envelope" || key === undefined) continue;
    const position = (links.at(-1)?.position ?? -1) + (sharesPosition(before, unit, rules) ? 0 : 1);
    linkOf.set(unit, links.length);
    links.push({ key, tokens: sum, position, segment: unit.segment, pointer: unit.pointer });
    before = unit;
  }
  return {
    model,
    modelIsKnown: known,
    links,
    breakpoints: breakpointsOn(linkOf, placeBreakpoints(layout, rules)),
    total: sum + counts.trailer,
    minimumTokens: rule.minimumTokens,
    grade: tokens.grade,
  };
}

/** The key of the prefix that ends with each unit, and how many of its bytes are prompt. A level's seed stands at its border. */
function hashPrompt(
  layout: Layout,
  prompt: readonly PromptUnit[],
  seeds: LevelSeeds,
  { rules, workspace, model }: { readonly rules: CacheRules; readonly workspace: string; readonly model: ModelRule },
): { readonly keys: readonly string[]; readonly promptBytes: readonly number[] } {
  const promptBytes = layout.units.map(() => 0);
  let running = `${rules.provider}\n${workspace}`;
  let entered = 0;
  const keys = prompt.map(({ unit, index, level }) => {
    for (; entered <= levels.indexOf(level); entered += 1) running = step(running, seeds[levels[entered] ?? level]);
    const { digest, bytes } = digestUnit(layout.body, unit, model.stringEqualsTextBlock);
    promptBytes[index] = bytes;
    running = stepUnit(running, unit, digest);
    return unit.unit === "block" ? running : "";
  });
  if (!rules.toolsAreOneBlock.value) return { keys, promptBytes };
  // Every tool's key says the whole list: it is the last one's, with the place of the tool.
  const tools = prompt.filter(({ level }) => level === "tools").length;
  const whole = keys[tools - 1] ?? "";
  return { keys: keys.map((key, place) => (place < tools ? `${whole}.${place}` : key)), promptBytes };
}

/** One step of the chain. What enters is a digest or a seed, in which no line feed is the last. */
function step(before: string, entering: string): string {
  return hash("sha256", `${before}\n${entering}`, "base64url");
}

/** A unit mostly stands where it stood in the request before; what came out there is not hashed again. */
function stepUnit(before: string, unit: Unit, digest: string): string {
  const last = lastStep.get(unit);
  if (last?.before === before && last.digest === digest) return last.after;
  const after = step(before, digest);
  lastStep.set(unit, { before, digest, after });
  return after;
}

const lastStep = new WeakMap<Unit, { readonly before: string; readonly digest: string; readonly after: string }>();

/** Where the automatic breakpoint and an explicit one meet, they are one. */
function breakpointsOn(linkOf: ReadonlyMap<Unit, number>, placed: readonly PlacedBreakpoint[]): readonly Breakpoint[] {
  const byLink = new Map<number, Breakpoint>();
  for (const { block, ttl } of placed) {
    const link = linkOf.get(block);
    if (link !== undefined) byLink.set(link, { link, ttl });
  }
  return [...byLink.values()].sort((a, b) => a.link - b.link);
}

function sharesPosition(before: Block | null, block: Block, rules: CacheRules): boolean {
  return before?.kind === block.kind && rules.runsShareAPosition.value.includes(block.kind);
}
