import type { Layout } from "../kernel/layout.ts";
import type { Usage } from "../kernel/usage.ts";
import { readParameter } from "./prompt/read-parameter.ts";

/**
 * Usage with the part of the write that is kept for an hour, as far as answer or request say so: if all breakpoints ask for one
 * lifetime, the whole write has it. If a request asks for both and the answer does not separate them, the part is unknown.
 */
export function withLifetimes<Counted extends Usage>(usage: Counted, layout: Layout): Counted {
  const { write, longWrite, halfDayWrite = 0 } = usage;
  if (write === null || write <= 0 || halfDayWrite > 0) return usage;
  if (longWrite != null) return { ...usage, longWrite: Math.min(longWrite, write) };
  const asked = askedLifetimes(layout);
  if (asked === "mixed") return usage;
  return { ...usage, longWrite: asked === "long" ? write : 0 };
}

/** The part of a predicted write that is kept for an hour; null if some of it has a lifetime without a published price. */
export function predictedLongWrite(writeByTtl: Readonly<Record<string, number>>): number | null {
  const isOther = Object.entries(writeByTtl).some(([ttl, tokens]) => tokens > 0 && ttl !== "1h" && !isMinutes(ttl));
  return isOther ? null : (writeByTtl["1h"] ?? 0);
}

/** How long a request asks to keep what it stores. OpenAI's twelve hours have no published price: they are neither. */
function askedLifetimes(layout: Layout): "short" | "long" | "mixed" {
  const whole = readParameter(layout, "prompt_cache_options.ttl");
  const ttls = new Set<unknown>(whole === undefined ? [] : [whole]);
  if (layout.automaticMark !== null) ttls.add(layout.automaticMark.ttl);
  for (const unit of layout.units)
    if (unit.unit === "block" && unit.marks.length > 0) for (const { ttl } of unit.marks) ttls.add(ttl);
  const [first = null, ...others] = [...ttls].map((ttl) =>
    ttl === "1h" ? "long" : isMinutes(ttl) ? "short" : "mixed",
  );
  if (first === null) return "short";
  return others.every((other) => other === first) ? first : "mixed";
}

function isMinutes(ttl: unknown): boolean {
  return ttl === null || (typeof ttl === "string" && /^\d+m$/.test(ttl));
}
