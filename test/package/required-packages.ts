import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";

/**
 * Packages that built code asks for while it runs, each with the files that do: by an import, or by a require of any name, also of one
 * that is put together from a template (`createRequire(import.meta.url)("name/…")`).
 */
export function requiredPackages(folder: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync("**/*.js", { cwd: folder })) {
    for (const specifier of specifiersIn(file, readFileSync(join(folder, file), "utf8"))) {
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
      if (specifier.startsWith(".") || specifier.startsWith("node:") || builtinModules.includes(name)) continue;
      found.set(name, [...(found.get(name) ?? []), file]);
    }
  }
  return found;
}

function specifiersIn(file: string, text: string): readonly string[] {
  const { program, module } = parseSync(file, text);
  const found = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  const ask = (value: ESTree.Argument | undefined): void => {
    if (value?.type === "Literal" && typeof value.value === "string") found.push(value.value);
    if (value?.type === "TemplateLiteral") found.push(value.quasis[0]?.value.raw ?? "");
  };
  new Visitor({
    ImportExpression: ({ source }) => ask(source),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (REQUIRES.test(nameOf(callee))) ask(first);
    },
  }).visit(program);
  return found;
}

/** What is called, such as `require`, `require.resolve` or `createRequire()`. */
function nameOf(callee: ESTree.Expression | ESTree.PrivateIdentifier | ESTree.Super): string {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression") return `${nameOf(callee.object)}.${nameOf(callee.property)}`;
  return callee.type === "CallExpression" ? `${nameOf(callee.callee)}()` : "";
}

const REQUIRES = /^(?:__?require|createRequire\(\))(?:\.resolve)?$/;
