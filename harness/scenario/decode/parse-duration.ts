const unitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Reads a duration that the scenario schema has accepted, such as `30s`, in milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit = ""] = /^([0-9]+)([a-z]+)$/.exec(text) ?? [];
  if (!isUnit(unit)) throw new Error(`the schema let a duration through: ${text}`);
  return Number(amount) * unitsMs[unit];
}

function isUnit(text: string): text is keyof typeof unitsMs {
  return Object.hasOwn(unitsMs, text);
}
