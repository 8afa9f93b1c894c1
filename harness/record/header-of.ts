import type { Header } from "../kernel/exchange.ts";

/** The value of the first header of that name, which is given in lower case; null where there is none. */
export function headerOf(headers: readonly Header[], name: string): string | null {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;
}
