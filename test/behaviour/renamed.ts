/** Keys and names that changed their spelling on purpose, before and after. */
const NAMES: Readonly<Record<string, string>> = {
  mend: "fix",
  mended: "fixed",
  "betas-changed": "beta-headers-changed",
  compacted: "history-compacted",
  "implicit-only": "automatic-cache-no-guarantee",
  "system-resplit": "system-blocks-resplit",
  "forkproof/judgement@1": "forkproof/judgement@2",
  "forkproof/run-result@1": "forkproof/run-result@2",
  "forkproof/error@1": "forkproof/error@2",
  "forkproof/explanation@1": "forkproof/explanation@2",
};

/** A document with the spelling of today. */
export function renamed(value: unknown): unknown {
  if (typeof value === "string") return NAMES[value] ?? value;
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== "object" || value === null) return value;
  // An id may be any word.
  const within = (key: string, each: unknown): unknown => (key === "id" ? each : renamed(each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [NAMES[key] ?? key, within(key, each)]));
}
