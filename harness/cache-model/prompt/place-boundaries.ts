import type { BoundaryRules } from "../../providers/rules/cache-rules.ts";
import type { Link } from "./link.ts";
import type { Breakpoint, PromptChain } from "./prompt-chain.ts";

/** Links at whose end a prefix is stored, and at whose end one is looked up. */
export type Boundaries = { readonly stored: readonly Breakpoint[]; readonly sought: readonly number[] };

/** Where a request stores and looks up prefixes (harness/providers/FACTS.md#openai-boundaries). */
export function placeBoundaries(chain: PromptChain, rules: BoundaryRules): Boundaries {
  const marks = chain.breakpoints;
  const { first, last } = rules.soughtMarks.value;
  const soughtMarks = [...marks.slice(0, first), ...newestOf(marks, last)].map(({ link }) => link);
  const { implicit, explicit } = rules.storedMarks.value;
  if (chain.mode === "explicit") return { stored: newestOf(marks, explicit), sought: soughtMarks };

  const ttl = chain.askedTtl ?? rules.defaultTtl.value;
  const ends = messageEnds(chain.links);
  const instructions = rules.instructionsEnd.value ? instructionsEnd(chain.links) : [];
  const newest = ends.slice(-1);
  const points = [...instructions, ...newest].map((link) => ({ link, ttl }));
  return {
    stored: inOrder([...newestOf(marks, implicit), ...points]),
    sought: [...soughtMarks, ...newest, ...ends.slice(-1 - rules.soughtMessages.value, -1), ...instructions],
  };
}

/** `slice(-0)` would be all of them. */
function newestOf(marks: readonly Breakpoint[], count: number): readonly Breakpoint[] {
  return count === 0 ? [] : marks.slice(-count);
}

/** The last block of each user message, and of each group of tool results. */
function messageEnds(links: readonly Link[]): readonly number[] {
  const ends: number[] = [];
  for (const [index, link] of links.entries()) {
    if (link.segment !== "messages") continue;
    const next = links[index + 1];
    if (link.kind === "tool-result") {
      if (next?.kind !== "tool-result") ends.push(index);
    } else if (link.role === "user" && (next === undefined || next.message !== link.message)) ends.push(index);
  }
  return ends;
}

/** The last block of the system prompt, which takes in the developer messages that a request begins with. */
function instructionsEnd(links: readonly Link[]): readonly number[] {
  const end = links.findLastIndex(({ segment }) => segment === "system");
  return end === -1 ? [] : [end];
}

/** A mark and a point at one place are one. */
function inOrder(points: readonly Breakpoint[]): readonly Breakpoint[] {
  const byLink = new Map<number, Breakpoint>();
  for (const point of points) if (!byLink.has(point.link)) byLink.set(point.link, point);
  return [...byLink.values()].toSorted((a, b) => a.link - b.link);
}
