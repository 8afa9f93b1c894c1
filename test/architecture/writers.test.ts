import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { type ParseResult, parseSync, Visitor } from "rolldown/utils";
import { expect, test } from "vitest";

import { ownTexts, rules, writers } from "./writer-rules.ts";

type Imported = { readonly from: string; readonly name: string };

const parsed = new Map(
  globSync("harness/**/*.ts").map((file) => {
    const path = file.replaceAll("\\", "/");
    return [path, parseSync(path, readFileSync(file, "utf8"))] as const;
  }),
);

const importsOf = new Map(
  [...parsed].map(([path, { module }]) => {
    const all = module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName }): Imported => ({
        from: placeOf(path, moduleRequest.value),
        name: importName.name ?? "*",
      })),
    );
    return [path, all] as const;
  }),
);

function placeOf(path: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier;
}

function modulesThat(imports: (each: Imported) => boolean): readonly string[] {
  return [...importsOf].filter(([, all]) => all.some(imports)).map(([path]) => path);
}

/** Whether it calls `out` or `err` of a console that it was handed. */
function prints({ program }: ParseResult): boolean {
  let found = false;
  const isPrinter = (name: string): boolean => name === "out" || name === "err";
  new Visitor({
    CallExpression: ({ callee }) => {
      if (callee.type === "Identifier") found ||= isPrinter(callee.name);
      if (callee.type === "MemberExpression" && callee.property.type === "Identifier")
        found ||= isPrinter(callee.property.name);
    },
  }).visit(program);
  return found;
}

const isOfIo = (path: string): boolean => path.startsWith("harness/io/");

/** What Node's own modules write files with. */
const WRITING = /^(?:\*|default|write|append|cp|copyFile|createWriteStream|writev)/;

test("the list of what writes names every module of the edge that does", () => {
  const writing = modulesThat(({ from, name }) => /^node:fs(?:\/promises)?$/.test(from) && WRITING.test(name));
  const inList = new Set([...Object.keys(writers), ...ownTexts]);
  expect(writing.length).toBeGreaterThan(5);
  expect(writing.filter((path) => isOfIo(path) && !inList.has(path))).toEqual([]);
});

test("a module that writes to the disk or the terminal says how credentials are kept out of it", () => {
  const isWriter = ({ from, name }: Imported): boolean => writers[from]?.includes(name) === true;
  const printing = [...parsed].flatMap(([path, each]) =>
    path.startsWith("harness/cli/") && prints(each) ? [path] : [],
  );
  const writing = [...new Set([...modulesThat(isWriter), ...printing])].filter((path) => !isOfIo(path));
  expect(printing.length).toBeGreaterThan(20);
  const ruled = rules.flatMap(({ at }) => at);
  expect(writing.length).toBeGreaterThan(20);
  expect(writing.toSorted()).toEqual(ruled.toSorted());
});

const SEARCHES = /^harness\/(?:kernel\/credentials|cassette\/credentials)\/|\/(?:mask-secrets|hide-credentials)\.ts$/;

test("a module that masks for others imports the search for credentials", () => {
  const searching = new Set(modulesThat(({ from }) => SEARCHES.test(from)));
  const masking = [...new Set(rules.flatMap(({ masked = [] }) => masked))];
  expect(masking.length).toBeGreaterThan(5);
  expect(masking.filter((path) => !searching.has(path))).toEqual([]);
});
