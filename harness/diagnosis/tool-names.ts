import type { ReadTool } from "./read-tools.ts";

/** The names that `from` declares and `others` do not, in order; a name declared twice counts twice. */
export function missingTools(from: readonly ReadTool[], others: readonly ReadTool[]): readonly string[] {
  const left = new Map<string, number>();
  for (const { name } of others) left.set(name, (left.get(name) ?? 0) + 1);
  return from.flatMap(({ name }) => {
    const remaining = left.get(name) ?? 0;
    left.set(name, remaining - 1);
    return remaining > 0 ? [] : [name];
  });
}
