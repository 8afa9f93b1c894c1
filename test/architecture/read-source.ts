import { parseSync, Visitor } from "rolldown/utils";
import type { Effect } from "./effect-rules.ts";

/** What the architecture rules look at in one source file. */
export type Source = {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly effects: readonly Match<Effect>[];
  /** `any` and comments that silence the compiler. */
  readonly escapes: readonly Match<string>[];
};

export type Import = { readonly specifier: string; readonly line: number };

type Match<T> = { readonly what: T; readonly line: number };

/** Parses a TypeScript file; comments and strings are not code, so every match is real. */
export function readSource(path: string, text: string): Source {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);

  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  const imports: Import[] = [];
  const effects: Match<Effect>[] = [];
  const escapes: Match<string>[] = [];

  const imported = (specifier: string, offset: number): void => {
    imports.push({ specifier, line: lineAt(offset) });
    const what = effectfulModules.get(specifier);
    if (what !== undefined) effects.push({ what, line: lineAt(offset) });
  };
  const used = (name: string, offset: number): void => {
    const what = effectfulNames.get(name) ?? effectfulNames.get(name.replace(/\..*/, ".*"));
    if (what !== undefined) effects.push({ what, line: lineAt(offset) });
  };

  for (const { moduleRequest, entries } of module.staticImports) {
    imported(moduleRequest.value, moduleRequest.start);
    for (const entry of entries) used(`${moduleRequest.value}#${entry.importName.name}`, moduleRequest.start);
  }
  for (const { moduleRequest } of module.staticExports.flatMap((statement) => statement.entries)) {
    if (moduleRequest) imported(moduleRequest.value, moduleRequest.start);
  }
  new Visitor({
    ImportExpression: ({ source, start }) => {
      if (source.type === "Literal" && typeof source.value === "string") imported(source.value, start);
    },
    TSImportType: ({ source, start }) => imported(source.value, start),
    MemberExpression: ({ object, property, start }) => {
      if (object.type === "Identifier" && property.type === "Identifier")
        used(`${object.name}.${property.name}`, start);
    },
    CallExpression: ({ callee, start }) => {
      if (callee.type === "Identifier") used(`${callee.name}()`, start);
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      if (callee.type === "Identifier") used(`new ${callee.name}(${given.length === 0 ? "" : "…"})`, start);
    },
    TSAnyKeyword: ({ start }) => void escapes.push({ what: "any", line: lineAt(start) }),
  }).visit(program);
  for (const { value, start } of comments) {
    const silencer = /@ts-(?:ignore|nocheck|expect-error)/.exec(value)?.[0];
    if (silencer !== undefined) escapes.push({ what: silencer, line: lineAt(start) });
  }
  return { path, lines: text.trimEnd().split("\n").length, imports, effects, escapes };
}

const effectfulModules: ReadonlyMap<string, Effect> = new Map([
  ...["node:fs", "node:fs/promises"].map((name) => [name, "disk"] as const),
  ...["node:process", "node:child_process", "node:os", "node:tty", "node:readline", "node:worker_threads"].map(
    (name) => [name, "process"] as const,
  ),
  ...["node:http", "node:https", "node:http2", "node:net", "node:tls", "node:dns", "node:dgram"].map(
    (name) => [name, "network"] as const,
  ),
  ...["node:timers", "node:timers/promises", "node:perf_hooks"].map((name) => [name, "clock"] as const),
]);

const effectfulNames: ReadonlyMap<string, Effect> = new Map([
  ["process.*", "process"],
  ["globalThis.process", "process"],
  ["console.*", "console"],
  ["Date.now", "clock"],
  ["Date()", "clock"],
  ["new Date()", "clock"],
  ["performance.now", "clock"],
  ["process.hrtime", "clock"],
  ["setTimeout()", "clock"],
  ["setInterval()", "clock"],
  ["AbortSignal.timeout", "clock"],
  ["Math.random", "chance"],
  ["crypto.randomUUID", "chance"],
  ["crypto.getRandomValues", "chance"],
  ["node:crypto#randomUUID", "chance"],
  ["node:crypto#randomBytes", "chance"],
  ["node:crypto#randomInt", "chance"],
  ["fetch()", "network"],
  ["new WebSocket(…)", "network"],
]);
