import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "rolldown/utils";

/** A place in a file that names a document, or one of its sections. */
export type Citation = { readonly path: string; readonly cited: string; readonly anchors: readonly string[] };

/** A name of a document, with sections: `harness/providers/FACTS.md#deepseek and #kimi`. */
const CITATION = /(?<![\w:*])((?:[\w.-]+\/|\.\.?\/)*[\w-][\w.-]*\.md)((?:#|(?:,| and) #)[\w-]+)*/g;

/** Comments, and strings that name a section, of a TypeScript file; links of a document; comments of a YAML file. */
export function findCitations(path: string, text: string): readonly Citation[] {
  return textsOf(path, text).flatMap((each) =>
    [...each.matchAll(CITATION)].map(([whole, cited = ""]) => ({
      path,
      cited,
      anchors: [...whole.matchAll(/#([\w-]+)/g)].map(([, anchor = ""]) => anchor),
    })),
  );
}

function textsOf(path: string, text: string): readonly string[] {
  if (path.endsWith(".md")) return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  if (!path.endsWith(".ts")) return [...text.matchAll(/(?:^|\s)#.*$/gm)].map(([comment]) => comment);
  const { comments } = parseSync(path, text);
  const strings = [...text.matchAll(/(["'`])(?:(?!\1).)*\.md#(?:(?!\1).)*\1/g)].map(([string]) => string);
  return [...comments.map(({ value }) => value), ...strings];
}

/** What is wrong with a citation; null where the document and its sections are there, next to the file or above it. */
export function complaintOf({ path, cited, anchors }: Citation): string | null {
  const document = resolve(path, cited);
  if (document === null) return `${path} cites ${cited}, which is not in the repository`;
  const known = anchorsOf(readFileSync(document, "utf8"));
  const missing = anchors.filter((anchor) => !known.has(anchor));
  return missing.length === 0 ? null : `${path} cites ${cited}#${missing.join(" #")}, which is not a heading there`;
}

/** By the folder of the file, or by any above it: a bare name means the nearest document. */
function resolve(path: string, cited: string): string | null {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const document = posix.join(folder, cited);
    if (!document.startsWith("..") && existsSync(document)) return document;
    if (folder === ".") return null;
  }
}

/** Sections by the names that links to them have. */
function anchorsOf(document: string): ReadonlySet<string> {
  const headings = [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Sections by number, as only a document outside the repository has them. */
export function findNumberedSections(path: string, text: string): readonly string[] {
  const numbered = /\bsections? (?:\d+|[A-Z])(?:\.\d+)*(?![\w-])/;
  return textsOf(path, text).flatMap((each) => {
    const found = numbered.exec(each)?.[0];
    return found === undefined ? [] : [`${path} cites ${found}`];
  });
}
