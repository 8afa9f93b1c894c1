/** Stands for a memory folder in inputs and in reasons, so that a scenario and its result hold no absolute path. */
const MEMORY_DIR = "${memoryDir}";

/** A tool's input with the folder's path filled in. */
export function withMemoryDir(
  input: Readonly<Record<string, unknown>>,
  path: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, fillIn(value, path)]));
}

/** A text without the folder's path. */
export function withoutMemoryDir(text: string, path: string): string {
  return text.replaceAll(path, MEMORY_DIR);
}

function fillIn(value: unknown, path: string): unknown {
  if (typeof value === "string") return value.replaceAll(MEMORY_DIR, path);
  return Array.isArray(value) ? value.map((each) => fillIn(each, path)) : value;
}
