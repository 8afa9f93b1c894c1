import type { Header } from "../../kernel/exchange.ts";

/** A text without the key that it quotes: whole, or its ends with dots or stars between them, as providers shorten it. */
export function maskKey(text: string, [, value]: Header): string {
  const key = value.replace(/^Bearer /, "");
  const whole = text.replaceAll(key, MASK);
  const start = escaped(key.slice(0, 4));
  return key.length < 8 ? whole : whole.replaceAll(new RegExp(`${start}[\\w-]*(?:\\.{2,}|\\*+|…)[\\w-]*`, "g"), MASK);
}

const MASK = "[key]";

function escaped(text: string): string {
  return text.replaceAll(/[^\w]/g, String.raw`\$&`);
}
