import { globSync, readFileSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import { defineConfig, type Plugin, type RolldownOptions } from "rolldown";

const checkout: Checkout = JSON.parse(readFileSync("package.json", "utf8"));

/** The publishable package in dist/: our code bundled, so that few files are opened at start; packages left to npm. */
const config: RolldownOptions = defineConfig({
  input: { index: "./src/index.ts", cli: "./harness/cli/main.ts" },
  platform: "node",
  external: isOutside,
  output: {
    dir: "dist",
    cleanDir: true,
    chunkFileNames: "chunks/[name].js",
  },
  plugins: [packageFiles()],
});

export default config;

/** Lays the manifest, the documents and the schemas beside the code. */
function packageFiles(): Plugin {
  return {
    name: "package-files",
    generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string | Buffer): void => {
        this.emitFile({ type: "asset", fileName, source });
      };
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const imported = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]);
      const outside = imported.filter((id) => !(id in bundle) && !id.startsWith("node:"));
      const schemas = globSync("harness/**/*.schema.json").sort();
      for (const path of schemas) emit(`schemas/${basename(path)}`, readFileSync(path));
      if (outside.includes("web-tree-sitter")) {
        // Taken from its package at build time, so that a user need not install the native build that comes with it.
        emit("tree-sitter-bash.wasm", readFileSync("node_modules/tree-sitter-bash/tree-sitter-bash.wasm"));
        emit("tree-sitter-bash.LICENSE", readFileSync("node_modules/tree-sitter-bash/LICENSE"));
      }
      for (const name of ["README.md", "CHANGELOG.md", "LICENSE"]) emit(name, readFileSync(name));
      emit("package.json", JSON.stringify(publishedManifest(checkout, outside, schemas), null, 2) + "\n");
    },
  };
}

/** Whether an import leaves our own code: a package, or a module of Node. */
function isOutside(id: string): boolean {
  return /^[\w@]/.test(id) && !isAbsolute(id);
}

type Checkout = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
};

/** A manifest of its own: what the built code imports and nothing else, so no Node and no development tool. */
function publishedManifest(from: Checkout, imported: readonly string[], schemas: readonly string[]): object {
  return {
    name: from.name,
    version: from.version,
    description: from.description,
    license: from.license,
    keywords: from.keywords,
    type: "module",
    engines: { node: ">=24" },
    bin: { forkproof: "cli.js" },
    exports: {
      ".": { types: "./types/index.d.ts", default: "./index.js" },
      ...Object.fromEntries(schemas.map((path) => [`./${basename(path)}`, `./schemas/${basename(path)}`])),
      "./package.json": "./package.json",
    },
    dependencies: usedDependencies(from, imported),
  };
}

function usedDependencies(from: Checkout, imported: readonly string[]): Readonly<Record<string, string>> {
  const packages = imported
    .filter((id) => !id.startsWith("node:"))
    .map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id);
  const versions = [...new Set(packages)].sort().map((name): readonly [string, string] => {
    const version = from.dependencies[name];
    if (version === undefined) throw new Error(`The code imports ${name}: list it under dependencies in package.json.`);
    return [name, `^${version}`];
  });
  return Object.fromEntries(versions);
}
