/** What the code of a module loads, as far as the code says it. */
export type ModuleReads = {
  /** Relative paths, as written. */
  readonly paths: readonly string[];
  /** Names of packages. */
  readonly packages: readonly string[];
  /** A place that loads something else: a computed name, or an alias of the manifest. Null without one. */
  readonly unclear: string | null;
};

/** Functions that load by name: `require`, and what `createRequire` has made. */
type Loaders = string;

const literal = (loaders: Loaders): RegExp =>
  new RegExp(
    String.raw`(?:\bfrom|\bimport|(?<![\w$])(?:${loaders})(?:\.resolve)?|\bURL|\bcreateRequire\([^()]*(?:\([^()]*\))?[^()]*\))\s*\(?\s*(["'\`])([^"'\`\n$]+)\1`,
    "g",
  );

/** A call whose argument is computed. A method of that name loads nothing. */
const computed = (loaders: Loaders): RegExp =>
  new RegExp(
    String.raw`(?<![\w.$#])(?:import|${loaders})(?:\.resolve)?\s*\(\s*(?!(["'\`])[^"'\`$\n]*\1\s*[),])[^\s)][^\n]{0,60}`,
  );

/** Such as `const load = createRequire(import.meta.url)`. */
const MADE = /([\w$]+)\s*=\s*(?:[\w$]+\.)?createRequire\s*\(/g;

/** Also finds a path in a comment or text: one file too many does no harm. */
export function moduleReads(code: string): ModuleReads {
  const made = [...code.matchAll(MADE)].flatMap(([, name]) => name ?? []);
  const loaders = ["require", ...made].map((name) => name.replaceAll("$", String.raw`\$`)).join("|");
  const names = [...code.matchAll(literal(loaders))].flatMap(([, , name]) => name ?? []);
  const alias = names.find((name) => name.startsWith("#"));
  return {
    paths: names.filter((name) => /^\.{1,2}\//.test(name)),
    packages: [...new Set(names.flatMap((name) => packageOf(name) ?? []))],
    unclear: alias ?? withoutComments(code).match(computed(loaders))?.[0] ?? null,
  };
}

/** `@scope/name` or `name`; null for a path, an alias and a part of Node. */
function packageOf(name: string): string | null {
  return /^(?!node:)(?:@[\w.~-]+\/)?[a-z0-9][\w.~-]*(?=\/|$)/i.exec(name)?.[0] ?? null;
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
}
