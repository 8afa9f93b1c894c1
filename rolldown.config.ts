import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, isAbsolute } from "node:path";
import { _ } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { defineConfig, type Plugin, type RolldownOptions } from "rolldown";
import { minifySync } from "rolldown/utils";
import { pageScript } from "./harness/page/page-script.ts";
import { compileScenarioSchema } from "./harness/scenario/shape/scenario-validator.ts";
import { asciiCode } from "./rolldown.ascii.ts";
import { CHUNKS } from "./rolldown.chunks.ts";
import { packageDocuments } from "./rolldown.documents.ts";
import { eagerFunctions } from "./rolldown.eager-functions.ts";
import { leanImports } from "./rolldown.lean-imports.ts";
import { licencesOf, packageFolder } from "./rolldown.licences.ts";

const checkout: Checkout = JSON.parse(readFileSync("package.json", "utf8"));

/**
 * Packages that are loaded on the way to a verdict and consist of many files, or of much more than is used: to open and
 * compile those would be half of a run. They come with their licences, and whatever they import comes along.
 */
const BUNDLED: readonly string[] = [
  "@anthropic-ai/sdk",
  "ajv",
  "yaml",
  "cli-table3",
  "chalk",
  "@opentelemetry/api",
  "eventsource-parser",
  "unbash",
];

/** Users need these beside ours: the first since our declarations name it, the others since they are required late, which no bundler sees. */
const DECLARED = ["@opentelemetry/api", "@pydantic/genai-prices", "csv-parse", "gpt-tokenizer", "yaml"];

/** The tools that a user's tests may bring, and the client of a queue; `test/package/peers.test.ts` runs the lowest and the highest version of each range. */
const PEERS: Readonly<Record<string, string>> = {
  msw: "^2.15.0 || ^3.0.5",
  vitest: "^3.2.4 || ^4.1.12 || ^5.1.1",
  "@nats-io/jetstream": "^3.4.0",
  "@nats-io/kv": "^3.4.0",
  "@nats-io/obj": "^3.4.0",
  "@nats-io/transport-node": "^3.4.0",
};

/** The oldest Node that the package runs on: the first whose TypeScript, zstd and require of modules need no flag. */
const OLDEST_NODE = "22.18";

/** The publishable package in dist/: our code and BUNDLED in few files; other packages are left to npm. */
const config: RolldownOptions = defineConfig({
  input: {
    index: "./src/index.ts",
    cli: "./harness/cli/main.ts",
    "subject-worker": "./harness/run/fork/modules/worker/main.ts",
    "job-worker": "./harness/run/parallel/worker/start.ts",
    testing: "./harness/testing/index.ts",
    vitest: "./harness/testing/vitest/vitest.ts",
    "vitest-auto": "./harness/testing/vitest/auto.ts",
    nats: "./src/remote/nats/nats-transport.ts",
  },
  platform: "node",
  external: isOutside,
  transform: { target: `node${OLDEST_NODE}` },
  output: {
    dir: "dist",
    cleanDir: true,
    chunkFileNames: "chunks/[name].js",
    // Otherwise a run loads a hundred small files, and finding, reading and linking each of them takes a sixth of its start.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [...CHUNKS],
    },
    // The declarations say what users need to know.
    comments: { legal: true, annotation: true, jsdoc: false },
  },
  plugins: [
    compiledSchema(),
    bundledPageScript(),
    smallPackages(),
    asciiCode(),
    packageFiles(),
    leanImports(),
    eagerFunctions(),
  ],
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
      const schemas = globSync("{harness,src}/**/*.schema.json").sort();
      for (const path of schemas) emit(`schemas/${basename(path)}`, readFileSync(path));
      emit("THIRD-PARTY-LICENSES.txt", licencesOf(chunks.flatMap(({ moduleIds }) => moduleIds)));
      for (const name of ["CHANGELOG.md", "LICENSE"]) emit(name, readFileSync(name));
      for (const [place, text] of packageDocuments()) emit(place, text);
      emit(
        "package.json",
        JSON.stringify(publishedManifest(checkout, [...outside, ...DECLARED], schemas), null, 2) + "\n",
      );
    },
  };
}

/** Puts the code that Ajv makes of the scenario schema where a checkout compiles it at every start. */
function compiledSchema(): Plugin {
  return {
    name: "compiled-schema",
    load(id) {
      if (!id.replaceAll("\\", "/").endsWith("harness/scenario/shape/scenario-validator.ts")) return null;
      const known = (): boolean => true;
      const formats = { finding: known, provider: known, strategy: known, regex: known, "json-pointer": /^/ };
      const { ajv, validate } = compileScenarioSchema(formats, { source: true, lines: true, formats: _`formats` });
      const imports: string[] = [];
      // What the code needs of Ajv at run time it requires; here that is imported.
      const code = standaloneCode
        .default(ajv, validate)
        .replaceAll(/require\("([^"]+)"\)\.default/g, (_whole, path) => {
          imports.push(`import { default as runtime${imports.length} } from ${JSON.stringify(path)};`);
          return `runtime${imports.length - 1}.default`;
        });
      const make = `export function makeScenarioValidator(formats) {\nconst module = {};\n${code}\nreturn module.exports;\n}`;
      return { code: minifySync("scenario-validator.js", [...imports, make].join("\n")).code, moduleType: "js" };
    },
  };
}

/** Puts the script of the HTML report where a checkout bundles it at every report. */
function bundledPageScript(): Plugin {
  return {
    name: "bundled-page-script",
    async load(id) {
      if (!id.replaceAll("\\", "/").endsWith("harness/page/page-script.ts")) return null;
      const script = JSON.stringify(await pageScript());
      return { code: `export async function pageScript() {\nreturn ${script};\n}`, moduleType: "js" };
    },
  };
}

/**
 * Our own code stays as it is written, so that a stack trace can be read; people do not read a package. A module that marks calls as pure
 * stays, too: minified it would lose the marks, by which the bundler leaves out what is not used.
 */
function smallPackages(): Plugin {
  return {
    name: "small-packages",
    transform(code, id) {
      const isSmall = packageFolder(id) === null || !/\.[cm]?js$/.test(id) || code.includes("@__PURE__");
      return isSmall ? null : { code: minifySync(id, code).code };
    },
  };
}

/** Whether an import stays one: a module of Node, or a package of ours that is not bundled (also where another imports it). */
function isOutside(id: string): boolean {
  if (id.startsWith("node:") || builtinModules.includes(id)) return true;
  const name = packageName(id);
  if (isAbsolute(id)) return false;
  return name in PEERS || (name in checkout.dependencies && !BUNDLED.includes(name));
}

/** The package that an import names. */
function packageName(id: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
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
    engines: { node: `>=${OLDEST_NODE}` },
    bin: { forkproof: "cli.js" },
    exports: {
      ".": { types: "./types/src/index.d.ts", default: "./index.js" },
      "./testing": { types: "./types/harness/testing/index.d.ts", default: "./testing.js" },
      "./vitest": { types: "./types/harness/testing/vitest/vitest.d.ts", default: "./vitest.js" },
      "./nats": { types: "./types/src/remote/nats/nats-transport.d.ts", default: "./nats.js" },
      "./vitest/auto": { types: "./types/harness/testing/vitest/auto.d.ts", default: "./vitest-auto.js" },
      ...Object.fromEntries(schemas.map((path) => [`./${basename(path)}`, `./schemas/${basename(path)}`])),
      "./package.json": "./package.json",
    },
    // Importing one of these does the work, such as registering matchers: `false` would let a bundler drop it. All other files only define.
    sideEffects: ["./cli.js", "./vitest.js", "./vitest-auto.js", "./subject-worker.js", "./job-worker.js"],
    dependencies: usedDependencies(
      from,
      imported.filter((id) => !(packageName(id) in PEERS)),
    ),
    peerDependencies: PEERS,
    peerDependenciesMeta: Object.fromEntries(Object.keys(PEERS).map((name) => [name, { optional: true }])),
  };
}

function usedDependencies(from: Checkout, imported: readonly string[]): Readonly<Record<string, string>> {
  const packages = imported.filter((id) => !builtinModules.includes(id)).map(packageName);
  const versions = [...new Set(packages)].sort().map((name): readonly [string, string] => {
    const version = from.dependencies[name];
    if (version === undefined) throw new Error(`The code imports ${name}: list it under dependencies in package.json.`);
    return [name, `^${version}`];
  });
  return Object.fromEntries(versions);
}
