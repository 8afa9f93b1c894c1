import type { Block, Envelope, Layout, Unit } from "../kernel/layout.ts";
import { sameParameters } from "../dialects/same-parameters.ts";
import type { Span } from "../kernel/span.ts";
import { sameBytes } from "../wire-scan/common-length.ts";
import { askedTtl } from "./asked-ttl.ts";
import type { KeyRules, ModelRule } from "./cache-rules.ts";
import { countEnough } from "./count-enough.ts";
import { digestUnit } from "./digest-unit.ts";
import { familyOf, findModelRule } from "./find-model-rule.ts";
import { type LevelSeeds, parameterSeeds } from "./level-seeds.ts";
import { bearsAlike } from "./bears-content.ts";
import { levels, orderBeside, type OrderedParts } from "./order-prompt.ts";
import { placeBreakpoints } from "./place-breakpoints.ts";
import { linkOf, type PlacedPrompt, placePrompt, PromptView } from "./place-prompt.ts";
import type { Breakpoint, PromptChain } from "./prompt-chain.ts";
import { readParameter } from "./read-parameter.ts";
import type { TokenCounter, TokenCounts } from "./token-counter.ts";

/** A request as a pair is played with it. */
export type Chainable = { readonly layout: Layout; readonly model: string };

/** Two requests as one cache sees them: their keys mean something beside each other and nowhere else. */
export type PairChains = { readonly stored: PromptChain; readonly asked: PromptChain };

/**
 * The chains of a pair. `chainOf` hashes every byte, so that a cache can hold thousands of requests; of two it is enough to
 * know up to where they agree. Units that the child took over from its parent (see Dialect.layOut) agree without a look;
 * others are compared by what a provider reads of them. Lengths are exact as far as any minimum asks for them, and rough
 * behind that, unless they are counted `inFull`. A parent that was the child of another pair keeps its chain.
 */
export function chainPair(parent: Chainable, child: Chainable, rules: KeyRules, counting: Counting): PairChains {
  const last = counting.inFull === true ? lastInFull : lastChained;
  const known = last.get(parent.layout);
  const stored = known?.rules === rules && known.named === parent.model ? known : chain(parent, rules, counting, null);
  const asked = chain(child, rules, counting, stored);
  if (asked !== stored) last.set(child.layout, asked);
  return { stored: stored.chain, asked: asked.chain };
}

/** How lengths are told. */
type Counting = { readonly tokens: TokenCounter; readonly inFull?: boolean };

const lastChained = new WeakMap<Layout, Chained>();
const lastInFull = new WeakMap<Layout, Chained>();

/** A chain with what it was made of. */
type Chained = PlacedPrompt & {
  readonly chain: PromptChain;
  readonly rules: KeyRules;
  readonly named: string;
  readonly rule: ModelRule;
  readonly layout: Layout;
  /** Of the parameters; what the content adds is told of two requests at once. */
  readonly seeds: LevelSeeds;
  readonly request: Pick<TokenCounts, "head" | "trailer">;
  /** How many chains this one continues: keys of its own begin with it. */
  readonly generation: number;
};

function chain(
  { layout, model }: Chainable,
  rules: KeyRules,
  { tokens, inFull = false }: Counting,
  beside: Chained | null,
): Chained {
  if (beside?.chain.body === layout.body && beside.named === model) return beside;
  const { rule, known } = findModelRule(rules, model);
  const parts = orderBeside(layout, rules, rule, beside && { ...beside, units: beside.places });
  const prompt = new PromptView(parts, beside);
  const isSetAlike =
    beside?.rules === rules && beside.rule === rule && beside.named === model && sameParameters(layout, beside.layout);
  const seeds = isSetAlike ? beside.seeds : parameterSeeds(layout, rules, rule);
  const generation = (beside?.generation ?? -1) + 1;
  const own = { parts, prompt, seeds, rule, named: model };
  const agreed = beside === null ? NOTHING : agreedUnits(layout, own, beside);
  const tokensThere = (place: number): number => beside?.places.at(place)?.tokens ?? 0;
  const counted = countEnough(layout, prompt, {
    tokens,
    model,
    rule,
    known: beside && { ...beside.request, tokensAt: tokensThere },
    agreed: agreed.units,
    inFull,
  });
  const keyAt = (place: number): string =>
    place < agreed.units ? (beside?.places.at(place)?.key ?? "") : `${generation}:${place}`;
  const placed = placePrompt(layout, { parts, prompt, keyAt, counted }, rules, {
    rule,
    beside,
    alike: beside?.request.head === counted.head ? Math.min(agreed.units, counted.repeated) : 0,
  });
  return {
    ...placed,
    chain: {
      model,
      modelIsKnown: known,
      root: agreed.root ? (beside?.chain.root ?? "") : `${generation}`,
      body: layout.body,
      links: placed.links,
      breakpoints: breakpointsOn(placed, layout, rules),
      mode: readParameter(layout, "prompt_cache_options.mode") === "explicit" ? "explicit" : "implicit",
      askedTtl: askedTtl(layout, rules),
      head: counted.head,
      total: placed.end + counted.trailer,
      minimumTokens: rule.minimumTokens,
      stepTokens: rule.stepTokens ?? null,
      grade: tokens.grade,
    },
    rules,
    named: model,
    rule,
    layout,
    seeds,
    request: { head: counted.head, trailer: counted.trailer },
    generation,
  };
}

/** How far two prompts agree: whether at all, and in how many units. */
type Agreed = { readonly root: boolean; readonly units: number };

const NOTHING: Agreed = { root: false, units: 0 };

function agreedUnits(
  layout: Layout,
  own: Pick<Chained, "seeds" | "rule" | "named"> & { readonly parts: OrderedParts; readonly prompt: PromptView },
  beside: Chained,
): Agreed {
  const sameSeed = (at: number): boolean => {
    const level = levels[at];
    if (level === undefined || own.seeds[level] !== beside.seeds[level]) return false;
    return beside.rules.contents.every(
      (each) => each.level !== level || bearsAlike(layout, beside.layout, each.bearer),
    );
  };
  if (familyOf(own.named) !== familyOf(beside.named) || !sameSeed(0)) return NOTHING;
  let entered = 1;
  let place = 0;
  const { head, shared } = own.parts;
  for (; place < own.prompt.length; place += 1) {
    // Behind heads that agree, what was taken over does.
    if (place === head.length + 1 && shared > 1 && beside.head === head.length) place = head.length + shared - 1;
    const [ours, theirs] = [own.prompt.at(place), beside.places.at(place)];
    if (ours === undefined || theirs?.level !== ours.level) break;
    // A level's seed stands at its border, also of a level that holds nothing.
    const level = levels.indexOf(ours.level);
    while (entered <= level && sameSeed(entered)) entered += 1;
    if (entered <= level) break;
    if (ours.unit === theirs.unit) continue;
    const isRaw = sameRaw(layout.body, ours.unit, beside.chain.body, theirs.unit);
    if (own.rule === beside.rule && (isRaw || sameUnmarked(layout.body, ours.unit, beside.chain.body, theirs.unit)))
      continue;
    if (digestOf(layout.body, ours.unit, own.rule) !== digestOf(beside.chain.body, theirs.unit, beside.rule)) break;
  }
  return { root: true, units: place };
}

/**
 * Units of equal bytes at equal places of a prompt read alike, whatever is cut out of them; of an envelope its members count, and
 * what stands behind its content says more (see digestUnit).
 */
function sameRaw(body: Buffer, unit: Unit, other: Buffer, there: Unit): boolean {
  if (unit.segment !== there.segment) return false;
  if (unit.unit === "block") return there.unit === "block" && sameSpan(body, unit.span, other, there.span);
  if (there.unit === "block" || unit.members.length !== there.members.length) return false;
  if (!endsWithContent(unit) || !endsWithContent(there)) return false;
  return unit.members.every((member, at) => sameSpan(body, member, other, there.members[at]));
}

function endsWithContent({ members, bearers }: Envelope): boolean {
  return bearers.length < 2 && (bearers[0]?.start ?? Infinity) > (members.at(-1)?.start ?? 0);
}

function sameSpan(body: Buffer, own: Span, other: Buffer, there: Span | undefined): boolean {
  return there !== undefined && sameBytes(body, own.start, own.end, other, there.start, there.end);
}

/** The same of blocks of which one carries a mark: what is left without it is the same text. */
function sameUnmarked(body: Buffer, unit: Unit, other: Buffer, there: Unit): boolean {
  if (unit.unit !== "block" || there.unit !== "block" || unit.segment !== there.segment || unit.kind !== there.kind)
    return false;
  const [ours, theirs] = [unmarked(body, unit), unmarked(other, there)];
  return ours !== null && theirs !== null && ours.equals(theirs);
}

/** Null where the marks are not told apart in a simple way. */
function unmarked(body: Buffer, { span, marks }: Block): Buffer | null {
  const [mark] = marks;
  if (mark === undefined) return body.subarray(span.start, span.end);
  const { start, end } = mark.excision;
  if (marks.length > 1 || start < span.start || end > span.end) return null;
  return Buffer.concat([body.subarray(span.start, start), body.subarray(end, span.end)]);
}

function digestOf(body: Buffer, unit: Unit, { stringEqualsTextBlock }: ModelRule): string {
  return digestUnit(body, unit, stringEqualsTextBlock).digest;
}

/** Where the automatic breakpoint and an explicit one meet, they are one. */
function breakpointsOn(placed: PlacedPrompt, layout: Layout, rules: KeyRules): readonly Breakpoint[] {
  const byLink = new Map<number, Breakpoint>();
  for (const { block, ttl } of placeBreakpoints(layout, rules)) {
    const at = linkOf(block, placed);
    if (at !== null) byLink.set(at, { link: at, ttl });
  }
  return [...byLink.values()].sort((a, b) => a.link - b.link);
}
