import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "rolldown/utils";
import { expect, test } from "vitest";

/** A document that a comment or a page names, and where it names it. */
type Citation = { readonly from: string; readonly path: string; readonly anchor: string | null };

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(path));
/** Files that agents keep and tests write, which comments name. */
const OF_AGENTS: ReadonlySet<string> = new Set([
  "AGENTS.md",
  "CLAUDE.md",
  "MEMORY.md",
  "GEMINI.md",
  "SKILL.md",
  "notes.md",
  "flip.md",
]);

const citations = tracked.flatMap(citationsOf);

test("the test reads comments and pages that cite documents", () => {
  expect(citations.filter(({ from }) => from.endsWith(".ts")).length).toBeGreaterThan(50);
  expect(citations.filter(({ from }) => from.endsWith(".md")).length).toBeGreaterThan(10);
});

test("every document that a comment or a page cites is in the repository", () => {
  expect(citations.filter(({ path }) => !tracked.includes(path)).map(({ from, path }) => `${from}: ${path}`)).toEqual(
    [],
  );
});

test("every section that a comment or a page cites exists", () => {
  const missing = citations.filter(({ path, anchor }) => anchor !== null && !anchorsOf(path).has(anchor));
  expect(missing.map(({ from, path, anchor }) => `${from}: ${path}#${anchor}`)).toEqual([]);
});

function citationsOf(from: string): readonly Citation[] {
  if (/^(?:fixtures\/(?!make)|scenarios\/.*\.yaml)/.test(from)) return [];
  const text = from.endsWith(".ts") ? commentsOf(from) : from.endsWith(".md") ? linksOf(from) : "";
  return [...text.matchAll(/(?<![\w:/.-]|https?:\S*)((?:\.{0,2}\/)?[\w./-]*[\w-]+\.md)(?:#([\w-]+))?/g)].flatMap(
    ([, cited = "", anchor = null]) => {
      const name = cited.slice(cited.lastIndexOf("/") + 1);
      if (OF_AGENTS.has(name)) return [];
      const beside = join(dirname(from), cited);
      const named = tracked.filter((path) => path.endsWith(`/${cited}`));
      const [path = cited] = [beside, cited]
        .filter((each) => tracked.includes(each))
        .concat(named.length === 1 ? named : []);
      return [{ from, path, anchor }];
    },
  );
}

/** The comments of a source file. */
function commentsOf(path: string): string {
  return parseSync(path, readFileSync(path, "utf8"))
    .comments.map(({ value }) => value)
    .join("\n");
}

/** The targets of a page's links, relative to the page. */
function linksOf(path: string): string {
  return [...readFileSync(path, "utf8").matchAll(/\]\(([^)\s]+\.md(?:#[\w-]+)?)\)/g)]
    .map(([, target]) => ` ${target}`)
    .join("\n");
}

/** Anchors of headings, as GitHub makes them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const headings = [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(/\s/g, "-"),
    ),
  );
}
