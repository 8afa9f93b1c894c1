import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** Our documents for readers without a checkout, by their place in the package. */
const PAGES: Readonly<Record<string, { readonly place: string; readonly until?: string }>> = {
  "README.package.md": { place: "README.md" },
  "README.md": { place: "README.md" },
  "harness/testing/README.md": { place: "testing/README.md" },
  "harness/mock/README.md": { place: "testing/scripts.md", until: "\n## Refusals\n" },
};

const EXAMPLES = "harness/testing/examples";

/** The documents of the package with its examples, by place. Links lead to what the package holds; of others only the words stay. */
export function packageDocuments(): ReadonlyMap<string, string> {
  const examples = globSync(`${EXAMPLES}/**/!(*.config).{mjs,py,go,mod}`).map((path) => path.replaceAll("\\", "/"));
  const pages = Object.entries(PAGES).filter(([path]) => path !== "README.md");
  return new Map([
    ...examples.toSorted().map((path): [string, string] => [placeOf(path) ?? path, readFileSync(path, "utf8")]),
    ...pages.map(([path, { place, until }]): [string, string] => {
      const [text = ""] = readFileSync(path, "utf8").split(until ?? "\0", 1);
      return [place, forPackage(text, path, place)];
    }),
  ]);
}

function forPackage(text: string, path: string, place: string): string {
  const linked = text.replaceAll(
    /\[([^\]]+)\]\((?!https?:)([^)#]+)(#[^)]*)?\)/g,
    (_link, words, target, anchor = "") => {
      const found = placeOf(posix.join(posix.dirname(path), target));
      return found === null ? words : `[${words}](${posix.relative(posix.dirname(place), found)}${anchor})`;
    },
  );
  return linked
    .replaceAll("npm run -s forkproof --", "npx forkproof")
    .replaceAll("scenarios/forks/command.yaml", "script.yaml");
}

/** Where the package holds a file or folder of the checkout; null where it does not. */
function placeOf(path: string): string | null {
  const isExample = path === EXAMPLES || path.startsWith(`${EXAMPLES}/`);
  // A package with files that look like tests of its own is suspicious to its readers and to their tools.
  return isExample ? path.replace("harness/", "").replace(".test.mjs", ".mjs") : (PAGES[path]?.place ?? null);
}
