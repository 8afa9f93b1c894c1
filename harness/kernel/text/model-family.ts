/** `us.anthropic.claude-haiku-4-5-20251001-v1:0` and `anthropic/claude-haiku-4.5` are both `claude-haiku-4-5`. */
export function familyOf(model: string): string {
  const known = families.get(model);
  if (known !== undefined) return known;
  const family = familyIn(model);
  if (families.size >= MODELS) families.clear();
  families.set(model, family);
  return family;
}

/** Requests name few models, each many times. But a server's clients may send any number of names. */
const families = new Map<string, string>();
const MODELS = 1_000;

function familyIn(model: string): string {
  return model
    .toLowerCase()
    .replace(/^(?:[a-z-]+[./])+/, "")
    .replace(/\[\w+\]$/, "")
    .replace(/-v\d+(?::\d+)?$/, "")
    .replace(/^(claude-.*\d)\.(\d)/, "$1-$2")
    .replace(/[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "");
}
