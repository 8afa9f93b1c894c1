import type { TokenUsage } from "../../wire/token-usage.ts";

/** The sum of each counter; null as soon as one of them is. Of nothing, it is 0. */
export function sumUsage(usages: readonly TokenUsage[]): TokenUsage {
  const sum = (counter: keyof TokenUsage): number | null =>
    usages.reduce<number | null>((total, usage) => add(total, usage[counter]), 0);
  const counters = { read: sum("read"), write: sum("write"), fresh: sum("fresh"), output: sum("output") };
  const prompt = usages.reduce<number | null>((total, usage) => add(total, promptTokens(usage)), 0);
  return { prompt, ...counters };
}

/** read / prompt of one turn; null if a counter is unknown or the prompt is empty. */
export function hitRatio(usage: TokenUsage): number | null {
  const { read } = usage;
  const prompt = promptTokens(usage);
  return read === null || prompt === null || prompt === 0 ? null : read / prompt;
}

/** Prompt and answer together; null if one of them is unknown. */
export function totalTokens(usage: TokenUsage): number | null {
  return add(promptTokens(usage), usage.output);
}

/** All tokens of the prompt, also where a client gives the parts alone. */
export function promptTokens({ prompt, read, write, fresh }: TokenUsage): number | null {
  return prompt ?? add(add(read, write), fresh);
}

function add(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}
