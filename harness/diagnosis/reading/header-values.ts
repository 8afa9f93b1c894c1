import type { Header } from "../../kernel/exchange.ts";

/** The values of a header, whether it was sent once with commas or several times. */
export function headerValues(headers: readonly Header[], wanted: string): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");
}
