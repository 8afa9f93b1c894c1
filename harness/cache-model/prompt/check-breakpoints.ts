import type { Layout } from "../../kernel/layout.ts";
import type { CacheRules } from "../../providers/rules/cache-rules.ts";
import { placeBreakpoints, type PlacedBreakpoint } from "./place-breakpoints.ts";

/** Why a provider refuses a request's breakpoints. `pointer` is the offending mark's. */
export type BreakpointFault =
  | { readonly fault: "too-many"; readonly found: number; readonly allowed: number; readonly pointer: string }
  | { readonly fault: "ttl-order"; readonly pointer: string; readonly ttl: string; readonly after: string }
  | { readonly fault: "unknown-ttl"; readonly pointer: string; readonly ttl: string }
  | { readonly fault: "automatic-conflict"; readonly pointer: string };

/** The first reason to refuse, or null. An automatic mark where the same mark already stands counts once. */
export function checkBreakpoints(layout: Layout, rules: CacheRules): BreakpointFault | null {
  const placed = placeBreakpoints(layout, rules);
  const unknown = placed.find(({ ttl }) => !(ttl in rules.ttlMs.value));
  if (unknown !== undefined) return { fault: "unknown-ttl", pointer: unknown.pointer, ttl: unknown.ttl };

  const automatic = placed.find((breakpoint) => breakpoint.automatic);
  const same = placed.find(({ automatic: own, block }) => !own && block === automatic?.block);
  if (automatic !== undefined && same !== undefined && same.ttl !== automatic.ttl) {
    return { fault: "automatic-conflict", pointer: same.pointer };
  }
  const counted = same === undefined ? placed : placed.filter((breakpoint) => breakpoint !== automatic);
  const surplus = counted[rules.maxBreakpoints.value];
  if (surplus !== undefined) {
    return { fault: "too-many", found: counted.length, allowed: rules.maxBreakpoints.value, pointer: surplus.pointer };
  }
  return findTtlDisorder(counted, rules);
}

/** A longer lifetime must not come after a shorter one. */
function findTtlDisorder(placed: readonly PlacedBreakpoint[], rules: CacheRules): BreakpointFault | null {
  const lifetime = (breakpoint: PlacedBreakpoint): number => rules.ttlMs.value[breakpoint.ttl] ?? 0;
  for (const [index, breakpoint] of placed.entries()) {
    const shorter = placed.slice(0, index).find((earlier) => lifetime(earlier) < lifetime(breakpoint));
    if (shorter !== undefined) {
      return { fault: "ttl-order", pointer: breakpoint.pointer, ttl: breakpoint.ttl, after: shorter.ttl };
    }
  }
  return null;
}
