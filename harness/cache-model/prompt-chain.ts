import { hash } from "node:crypto";
import type { Block, BlockKind, Layout, Segment, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import { askedTtl } from "./asked-ttl.ts";
import type { KeyRules, ModelRule } from "./cache-rules.ts";
import { digestUnit } from "./digest-unit.ts";
import { familyOf, findModelRule } from "./find-model-rule.ts";
import { levelSeeds, type LevelSeeds } from "./level-seeds.ts";
import { levels, orderPrompt, type PromptUnit } from "./order-prompt.ts";
import { placeBreakpoints, type PlacedBreakpoint } from "./place-breakpoints.ts";
import { readModel, readParameter } from "./read-parameter.ts";
import type { TokenCounter } from "./token-counter.ts";

/** A request as a cache sees it: every prefix that ends with a block, by key and length. */
export type PromptChain = {
  readonly model: string;
  /** False where the rules have no row for the model and a fallback answered. */
  readonly modelIsKnown: boolean;
  /** The key before the first block: what a request shares whose blocks are all others. */
  readonly root: string;
  /** What enters the keys at the border of each level. */
  readonly seeds?: LevelSeeds;
  readonly body: Buffer;
  /** In cache order; one for each block that is part of the prompt. */
  readonly links: readonly Link[];
  /** In prompt order; at most one for each link. */
  readonly breakpoints: readonly Breakpoint[];
  /** Whether the request asks for its own breakpoints alone; else the provider sets one of its own, where it has such. */
  readonly mode: "implicit" | "explicit";
  /** The name of the lifetime that the request asks for as a whole; null where it names none. */
  readonly askedTtl: string | null;
  /** Tokens before the first block: a provider's own prompt. */
  readonly head: number;
  /** Tokens of the whole prompt, the trailer behind the last block included. */
  readonly total: number;
  readonly minimumTokens: number;
  /** The model's own unit; null where the rules' holds. */
  readonly stepTokens: number | null;
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
  readonly span: Span;
  /** How many of its bytes are prompt. */
  readonly promptBytes: number;
  readonly kind: BlockKind;
  /** Index of the message that holds the block; -1 outside messages. */
  readonly message: number;
  /** Role of the message that holds the block; empty outside messages. */
  readonly role: string;
};

export type Breakpoint = { readonly link: number; readonly ttl: string };

export type ChainContext = {
  readonly rules: KeyRules;
  readonly tokens: TokenCounter;
  /** Whoever shares a cache: an organisation's workspace, an account. */
  readonly workspace: string;
  /** The model, where the request names it beside its body. */
  readonly model?: string;
};

/** Hashes every byte of a conversation once, however often it is sent again. Keys of two chains can be compared where rules, counter and workspace are the same. */
export function chainOf(layout: Layout, { rules, tokens, workspace, ...named }: ChainContext): PromptChain {
  const model = named.model ?? readModel(layout);
  const { rule, known } = findModelRule(rules, model);
  const prompt = orderPrompt(layout, rules, rule);
  const seeds = levelSeeds(layout, rules, rule);
  const { root, keys, promptBytes } = hashPrompt(layout, prompt, seeds, {
    rules,
    scope: `${workspace}\n${familyOf(named.model ?? "")}`,
    model: rule,
  });
  const counts = tokens.count(layout, promptBytes, model);

  const { links, linkOf, end } = linksOf(prompt, { keys, counts: counts.units, head: counts.head, promptBytes }, rules);
  return {
    model,
    modelIsKnown: known,
    root,
    seeds,
    body: layout.body,
    links,
    breakpoints: breakpointsOn(linkOf, placeBreakpoints(layout, rules)),
    mode: readParameter(layout, "prompt_cache_options.mode") === "explicit" ? "explicit" : "implicit",
    askedTtl: askedTtl(layout, rules),
    head: counts.head,
    total: end + counts.trailer,
    minimumTokens: rule.minimumTokens,
    stepTokens: rule.stepTokens ?? null,
    grade: tokens.grade,
  };
}

function linksOf(
  prompt: readonly PromptUnit[],
  {
    keys,
    counts,
    head,
    promptBytes,
  }: Readonly<Record<"counts" | "promptBytes", readonly number[]>> & {
    readonly keys: readonly string[];
    readonly head: number;
  },
  rules: KeyRules,
): { readonly links: readonly Link[]; readonly linkOf: ReadonlyMap<Unit, number>; readonly end: number } {
  const links: Link[] = [];
  const linkOf = new Map<Unit, number>();
  let sum = head;
  let before: Block | null = null;
  let role = "";
  for (const [place, { unit, index }] of prompt.entries()) {
    sum += counts[index] ?? 0;
    const key = keys[place];
    if (unit.unit === "envelope") role = unit.role;
    if (unit.unit === "envelope" || key === undefined) continue;
    const position = (links.at(-1)?.position ?? -1) + (sharesPosition(before, unit, rules) ? 0 : 1);
    const { segment, pointer, span, kind, message } = unit;
    linkOf.set(unit, links.length);
    const bytes = promptBytes[index] ?? 0;
    links.push({ key, tokens: sum, position, segment, pointer, span, promptBytes: bytes, kind, message, role });
    before = unit;
  }
  return { links, linkOf, end: sum };
}

/** The key of the prefix that ends with each unit, and how many of its bytes are prompt. A level's seed stands at its border. */
function hashPrompt(
  layout: Layout,
  prompt: readonly PromptUnit[],
  seeds: LevelSeeds,
  { rules, scope, model }: { readonly rules: KeyRules; readonly scope: string; readonly model: ModelRule },
): { readonly root: string; readonly keys: readonly string[]; readonly promptBytes: readonly number[] } {
  const promptBytes = layout.units.map(() => 0);
  const root = step(`${rules.provider}\n${scope}`, seeds.tools);
  let running = root;
  let entered = 1;
  const keys = prompt.map(({ unit, index, level }) => {
    for (; entered <= levels.indexOf(level); entered += 1) running = step(running, seeds[levels[entered] ?? level]);
    const { digest, bytes } = digestUnit(layout.body, unit, model.stringEqualsTextBlock);
    promptBytes[index] = bytes;
    running = stepUnit(running, unit, digest);
    return unit.unit === "block" ? running : "";
  });
  if (!rules.toolsAreOneBlock.value) return { root, keys, promptBytes };
  // Every tool's key says the whole list: it is the last one's, with the place of the tool.
  const tools = prompt.filter(({ level }) => level === "tools").length;
  const whole = keys[tools - 1] ?? "";
  return { root, keys: keys.map((key, place) => (place < tools ? `${whole}.${place}` : key)), promptBytes };
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

/** Whether a block shares the place in the lookback of the one before it. */
export function sharesPosition(
  before: Pick<Block, "kind"> | null,
  block: Pick<Block, "kind">,
  rules: KeyRules,
): boolean {
  return before?.kind === block.kind && rules.runsShareAPosition.value.includes(block.kind);
}
