/**
 * Whether a module's source shows that it exports no function under a name, which is `default` for its default export. The module
 * does not run for this: where only a run could show it, the answer is false.
 */
export function lacksFunction(source: string, exported: string): boolean {
  // Such a module may export anything.
  if (/\bexport\s*\*|\bexports\b/.test(source)) return false;
  if (exported !== "default") return !source.includes(exported);
  if (/\bas\s+default\b|\bdefault\s*[,}]/.test(source)) return false;
  const defaults = [...source.matchAll(/\bexport\s+default\s+(\S+)/g)];
  return defaults.every(([, value = ""]) => /^(?:[\d"'`[{]|(?:null|true|false|undefined)\b)/.test(value));
}
