import type { TokenUsage } from "../wire/token-usage.ts";

/** The sum of each counter; null as soon as one of them is. Of nothing, it is 0. */
export function sumUsage(usages: readonly TokenUsage[]): TokenUsage {
  const sum = (counter: keyof TokenUsage): number | null =>
    usages.reduce<number | null>((total, usage) => add(total, usage[counter]), 0);
  return { read: sum("read"), write: sum("write"), fresh: sum("fresh"), output: sum("output") };
}

/** read / (read + write + fresh) of one turn; null where a counter is unknown or the prompt is empty. */
export function hitRatio({ read, write, fresh }: TokenUsage): number | null {
  const total = add(add(read, write), fresh);
  return read === null || total === null || total === 0 ? null : read / total;
}

function add(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}
