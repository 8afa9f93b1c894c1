/** A comparison as scenarios spell it: `>= 0.9`. */
export type NumberBound = { readonly comparison: Comparison; readonly value: number };

export type Comparison = keyof typeof comparisons;

const comparisons = {
  ">=": (observed: number, value: number): boolean => observed >= value,
  "<=": (observed: number, value: number): boolean => observed <= value,
  ">": (observed: number, value: number): boolean => observed > value,
  "<": (observed: number, value: number): boolean => observed < value,
  "=": (observed: number, value: number): boolean => observed === value,
} as const;

export function isWithin({ comparison, value }: NumberBound, observed: number): boolean {
  return comparisons[comparison](observed, value);
}

/** Reads a comparison that the scenario schema has accepted. */
export function parseNumberBound(text: string): NumberBound {
  const [, comparison = "", value] = /^([<>=]+) ?([0-9.]+)$/.exec(text) ?? [];
  if (!isComparison(comparison)) throw new Error(`the schema let a comparison through: ${text}`);
  return { comparison, value: Number(value) };
}

function isComparison(text: string): text is Comparison {
  return Object.hasOwn(comparisons, text);
}

/** Whether every number from 0 to `most` satisfies the comparison ("always"), or not one of them ("never"). Null for all others. */
export function emptiness({ comparison, value }: NumberBound, most: number): "always" | "never" | null {
  switch (comparison) {
    case ">=":
      return value <= 0 ? "always" : value > most ? "never" : null;
    case "<=":
      return value >= most ? "always" : null;
    case ">":
      return value >= most ? "never" : null;
    case "<":
      return value <= 0 ? "never" : value > most ? "always" : null;
    case "=":
      return value > most ? "never" : null;
  }
}
