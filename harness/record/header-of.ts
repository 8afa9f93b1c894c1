import type { Header } from "../kernel/exchange.ts";

/** The value of the first header with that lower-case name; null without one. */
export function headerOf(headers: readonly Header[], name: string): string | null {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;
}
