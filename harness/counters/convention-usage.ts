import type { SavedUsage } from "../wires/shared/usage/kept-usage.ts";
import type { Usage } from "../kernel/usage.ts";

/**
 * The counters of OpenTelemetry's GenAI conventions, whose `input_tokens` are the whole prompt for every provider. Null for a usage object
 * under other names.
 */
export function conventionUsage(usage: SavedUsage): Usage | null {
  const counter = (name: string): number | null => {
    const value = usage[`gen_ai.usage.${name}`];
    return typeof value === "number" && value >= 0 ? value : null;
  };
  const [prompt, read] = [counter("input_tokens"), counter("cache_read.input_tokens")];
  const write = counter("cache_creation.input_tokens");
  if (prompt === null) return null;
  const rest = prompt - (read ?? 0) - (write ?? 0);
  return { read, write, fresh: read === null || rest < 0 ? null : rest, output: counter("output_tokens") };
}
