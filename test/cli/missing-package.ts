/** Options of Node under which a package cannot be loaded, as in an installation that lacks it. */
export function withoutPackage(name: string): readonly string[] {
  const source = `import { registerHooks } from "node:module";
    registerHooks({ resolve(specifier, context, next) {
      if (specifier.startsWith(${JSON.stringify(name)})) throw new Error("Cannot find module '" + specifier + "'");
      return next(specifier, context);
    } });`;
  return ["--import", `data:text/javascript,${encodeURIComponent(source)}`];
}
