import { hash } from "node:crypto";
import { messagesStart } from "../../kernel/memo/fold-messages-memo.ts";
import type { BlockKind, Layout, Unit } from "../../kernel/layout.ts";
import { Sequence } from "../../kernel/memo/sequence.ts";
import type { KeyRules, ModelRule } from "../../providers/rules/cache-rules.ts";
import { digestUnit } from "./digest-unit.ts";
import type { LevelSeeds } from "./level-seeds.ts";
import { keepLast } from "./keep-last.ts";
import { orderHead, orderMessages, type PromptUnit, thinkingTurn } from "./order-prompt.ts";
import type { Link } from "./link.ts";
import type { TokenCounter, TokenCounts } from "../token-counter.ts";

/** Whose cache it is, and how lengths are counted. */
type ChainSettings = {
  readonly rules: KeyRules;
  readonly tokens: TokenCounter;
  readonly model: string;
  readonly rule: ModelRule;
};

/** Where a prompt stands behind one of its units. */
type End = {
  readonly key: string;
  readonly tokens: number;
  readonly position: number;
  /** Of the last block. */
  readonly kind: BlockKind | null;
  /** Of the last message. */
  readonly role: string;
};

/** Tools and system of a prompt; its messages begin at the end. */
type Head = { readonly links: readonly Link[]; readonly end: End; readonly counts: TokenCounts };

/** Chains what stands before the messages. A level's seed stands at its border. */
export function chainHead(layout: Layout, chaining: ChainSettings, seeds: LevelSeeds, root: string): Head {
  const { rules } = chaining;
  const units = orderHead(layout, rules);
  const tools = units.filter(({ level }) => level === "tools");
  const ofTools = hashUnits(layout, tools, chaining, root);
  const whole = ofTools.at(-1)?.key ?? root;
  const ofSystem = hashUnits(layout, units.slice(tools.length), chaining, step(whole, seeds.system));
  // Where every tool's key says the whole list, it is the last one's, with the place of the tool.
  const keyed = rules.toolsAreOneBlock.value
    ? ofTools.map((tool, place) => ({ ...tool, key: `${whole}.${place}` }))
    : ofTools;
  const hashed = [...keyed, ...ofSystem];
  const counts = count(layout, hashed, chaining, { from: 0, to: messagesStart(layout.units) });
  const links: Link[] = [];
  let end: End = { key: root, tokens: counts.head, position: -1, kind: null, role: "" };
  for (const each of hashed) end = link(each, counts.units[each.index], rules, end, links);
  const border = ofSystem.at(-1)?.key ?? step(whole, seeds.system);
  return { links, end: { ...end, key: step(border, seeds.messages) }, counts };
}

/** The messages of a prompt up to one of their units. It holds no body. */
type Run = { readonly links: Sequence<Link>; readonly end: End; readonly by: ChainSettings; readonly behind: string };

const lastRuns = new WeakMap<Unit, readonly Run[]>();

/** Requests mostly go on from one of the last units of the one before. */
const NEAR = 32;

/**
 * Chains the messages behind a head. A request that repeats messages of another one shares their units, and a unit is shared only together
 * with all before it (see Dialect.parseLayout). So a run that ended with one of them goes on here, if it stood behind an equal head.
 */
export function chainMessages(layout: Layout, by: ChainSettings, head: Head): Pick<Run, "links" | "end"> {
  const { units } = layout;
  const turn = thinkingTurn(layout, by.rule);
  const behind = `${Object.values(head.end).join("\n")}\n${turn}\n${head.counts.basis ?? ""}`;
  let { end } = head;
  let links = Sequence.empty<Link>();
  let from = units.length;
  for (const start = messagesStart(units); from > start; from -= 1) {
    const last = units[from - 1];
    const run = last && lastRuns.get(last)?.find((each) => each.behind === behind && isSame(each.by, by));
    if (run === undefined) continue;
    ({ links, end } = run);
    break;
  }
  const hashed = hashUnits(layout, orderMessages(layout, from, turn), by, end.key);
  if (hashed.length === 0) return { links, end };
  const counts = count(layout, hashed, by, { from, to: units.length });
  let added: Link[] = [];
  for (const [place, each] of hashed.entries()) {
    end = link(each, counts.units[each.index - from], by.rules, end, added);
    if (hashed.length - place > NEAR) continue;
    links = links.andAll(added);
    added = [];
    keepLast(lastRuns, each.unit, { links, end, by, behind });
  }
  return { links, end };
}

function isSame(left: ChainSettings, right: ChainSettings): boolean {
  return left.rules === right.rules && left.tokens === right.tokens && left.model === right.model;
}

/** A unit of a prompt with the key of the prefix that ends with it, and how many of its bytes are prompt. */
type KeyedUnit = PromptUnit & { readonly key: string; readonly bytes: number };

function hashUnits(
  { body }: Layout,
  units: readonly PromptUnit[],
  { rule }: ChainSettings,
  begin: string,
): KeyedUnit[] {
  let key = begin;
  return units.map((each) => {
    const { digest, bytes } = digestUnit(body, each.unit, rule.stringEqualsTextBlock);
    key = step(key, digest);
    return { ...each, key, bytes };
  });
}

/** One step of the chain. The input is a digest or a seed, which never ends with a line feed. */
export function step(before: string, entering: string): string {
  return hash("sha256", `${before}\n${entering}`, "base64url");
}

/** Counts the units from `from` on: a length hangs on no unit behind it, and those before were counted with theirs. */
function count(
  layout: Layout,
  hashed: readonly KeyedUnit[],
  { tokens, model }: ChainSettings,
  { from, to }: { readonly from: number; readonly to: number },
): TokenCounts {
  const promptBytes = Array.from({ length: to - from }, () => 0);
  for (const { index, bytes } of hashed) promptBytes[index - from] = bytes;
  return tokens.count(layout, promptBytes, model, from);
}

/** Goes on behind one unit, and adds its link if it is a block. */
function link({ unit, key, bytes }: KeyedUnit, own: number = 0, rules: KeyRules, end: End, to: Link[]): End {
  const tokens = end.tokens + own;
  if (unit.unit === "envelope") return { ...end, key, tokens, role: unit.role };
  const sharesPosition = end.kind === unit.kind && rules.runsShareAPosition.value.includes(unit.kind);
  const { segment, pointer, span, kind, message } = unit;
  const [position, { role }] = [end.position + (sharesPosition ? 0 : 1), end];
  to.push({ key, tokens, position, segment, pointer, span, promptBytes: bytes, kind, message, role });
  return { key, tokens, position, kind, role };
}
