import type { OutputBundle, OutputChunk, Plugin } from "rolldown";

/**
 * Makes starts shorter by imports: without files that only pass on an export of another one, and without the list that Node makes of all
 * exports of a module of its own for `import`. To make that of `node:util` or `node:fs` it loads everything that these hold for later.
 */
export function leanImports(): Plugin {
  return {
    name: "lean-imports",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const facades = new Map(chunks.flatMap((chunk) => facadeOf(chunk) ?? []));
      for (const chunk of chunks) chunk.code = pastFacades(chunk.code, facades);
      for (const name of facades.keys()) Reflect.deleteProperty(bundle, `chunks/${name}`);
      // The library runs on other runtimes, too, and in bundles of users; the first files say on an old Node which one they need.
      const kept = new Set([
        ...loadedFrom("index.js", bundle, ({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
        ...loadedFrom("cli.js", bundle, ({ imports }) => imports),
      ]);
      for (const chunk of chunks) if (!kept.has(chunk.fileName)) chunk.code = withoutLists(chunk.code);
    },
  };
}

/** A file that passes on exports of another one under other names. */
type Facade = { readonly file: string; readonly exports: string };

function facadeOf({ fileName, code }: OutputChunk): readonly [readonly [string, Facade]] | null {
  const [, list, file] = /^export \{ ([^}]+) \} from "\.\/([^"]+)";\s*$/.exec(code) ?? [];
  if (list === undefined || file === undefined || !fileName.startsWith("chunks/")) return null;
  const exports = list.split(", ").map((each) => {
    const [inner = "", outer = inner] = each.split(" as ");
    return `${outer}: all.${inner}`;
  });
  return [[fileName.slice("chunks/".length), { file, exports: exports.join(", ") }]];
}

function pastFacades(code: string, facades: ReadonlyMap<string, Facade>): string {
  return code.replaceAll(/import\("(\.\/(?:chunks\/)?)([^"]+)"\)/g, (whole, folder: string, name: string) => {
    const facade = facades.get(name);
    if (facade === undefined) return whole;
    return `import("${folder}${facade.file}").then((all) => ({ ${facade.exports} }))`;
  });
}

/** A file and what it loads, in turn. */
function loadedFrom(
  entry: string,
  bundle: OutputBundle,
  loads: (file: OutputChunk) => readonly string[],
): ReadonlySet<string> {
  const all = new Set([entry]);
  for (const name of all) {
    const file = bundle[name];
    if (file?.type === "chunk") for (const next of loads(file)) all.add(next);
  }
  return all;
}

const LISTED = /^import (\w+|\* as \w+|\{[^}]*\}) from "(node:(?:fs|util|process|http|https))";$/gm;

function withoutLists(code: string): string {
  return code.replaceAll(LISTED, (_whole, names: string, module: string) => {
    const taken = names.replace("* as ", "").replaceAll(" as ", ": ");
    return `const ${taken} = process.getBuiltinModule("${module}");`;
  });
}
