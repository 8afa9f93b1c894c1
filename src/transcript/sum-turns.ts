import { isJsonObject, parseJsonObject } from "../wire/json-object.ts";
import { countOf, type TokenUsage } from "../wire/token-usage.ts";

export type TurnsTotal = { readonly turns: number; readonly usage: TokenUsage };

/**
 * The total of the turns in a transcript, for a run whose process ended first. Null if no turn ended. A counter that is
 * missing in one turn is unknown in the sum. A line that a crash left half written does not count.
 */
export function sumTurns(transcript: readonly string[]): TurnsTotal | null {
  const usages = transcript.flatMap((line) => {
    if (!line.startsWith('{"type":"turn"')) return [];
    const usage = parseJsonObject(line)?.["usage"];
    return isJsonObject(usage) ? [usage] : [];
  });
  if (usages.length === 0) return null;
  const sum = (counter: keyof TokenUsage): number | null =>
    usages.reduce<number | null>((total, usage) => {
      const count = countOf(usage[counter]);
      return total === null || count === null ? null : total + count;
    }, 0);
  const [prompt, read, write] = [sum("prompt"), sum("read"), sum("write")];
  return { turns: usages.length, usage: { prompt, read, write, fresh: sum("fresh"), output: sum("output") } };
}
