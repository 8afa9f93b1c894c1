import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "rolldown/utils";

/** Texts of one kind that people read. */
export type Area = { readonly name: string; readonly texts: readonly string[] };

/** Everything of the checkout that people read: documents, what the code can print, and the titles of tests. */
export function readAreas(): readonly Area[] {
  return [
    { name: "documents", texts: documents().map((path) => prose(readFileSync(path, "utf8"))) },
    { name: "finding pages", texts: filesOf("harness/diagnosis/pages/*.md").map((path) => readFileSync(path, "utf8")) },
    { name: "printed texts", texts: printing().flatMap((path) => textsIn(path, isPrinted)) },
    { name: "comments", texts: filesOf("{harness,src}/**/*.ts").flatMap(commentsIn) },
    { name: "schemas", texts: filesOf("harness/**/*.schema.json").flatMap(descriptionsIn) },
    { name: "test titles", texts: filesOf("test/**/*.test.ts").flatMap((path) => textsIn(path, isTitle)) },
  ];
}

function documents(): readonly string[] {
  return filesOf("{*.md,{src,harness,scenarios,fixtures}/**/*.md}").filter((path) => !path.includes("/pages/"));
}

/** A style sheet is a text in code that no reader sees. */
function printing(): readonly string[] {
  return filesOf("{harness,src}/**/*.ts").filter((path) => !path.startsWith("harness/page/style/"));
}

function filesOf(pattern: string): readonly string[] {
  const found = globSync(pattern, { exclude: (path) => path.includes("node_modules") });
  if (found.length === 0) throw new Error(`no file matches ${pattern}`);
  return found.map((path) => path.replaceAll("\\", "/")).toSorted();
}

/** A document without its blocks of code. */
function prose(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, "");
}

type Found = { readonly text: string; readonly isTitle: boolean };

const isTitle = (found: Found): boolean => found.isTitle;
/** One word alone is a name, or a key. */
const isPrinted = ({ text }: Found): boolean => /\s/.test(text.trim());

function textsIn(path: string, isWanted: (found: Found) => boolean): readonly string[] {
  const found: Found[] = [];
  const titles = new Set<number>();
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      const name = callee.type === "MemberExpression" ? callee.object : callee;
      const isCase = name.type === "Identifier" && ["test", "describe", "it"].includes(name.name);
      const isEach = callee.type === "CallExpression" || callee.type === "TaggedTemplateExpression";
      if ((isCase || isEach) && first !== undefined) titles.add(first.start);
    },
    Literal: ({ value, start }) => {
      if (typeof value === "string") found.push({ text: value, isTitle: titles.has(start) });
    },
    TemplateLiteral: ({ quasis, start }) => {
      const text = quasis.map(({ value }) => value.cooked ?? "").join("…");
      found.push({ text, isTitle: titles.has(start) });
    },
  }).visit(parseSync(path, readFileSync(path, "utf8")).program);
  return found.filter(isWanted).map(({ text }) => text);
}

/** A block comment as one text, so that a phrase over two lines counts. */
function commentsIn(path: string): readonly string[] {
  return parseSync(path, readFileSync(path, "utf8")).comments.map(({ value }) => value.replaceAll(/\n\s*\*/g, " "));
}

function descriptionsIn(path: string): readonly string[] {
  return [...readFileSync(path, "utf8").matchAll(/"description": "((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text);
}
