import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { OutputBundle, Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";

/** The starts that people wait for. One that `judges` calls what users' tests mostly call, too, of the files that both load. */
const STARTS: readonly { readonly args: readonly string[]; readonly judges: boolean }[] = [
  { args: ["--help"], judges: false },
  { args: ["judge", "fixtures/cassettes/coding-agent", "--parent", "parent", "--child", "fork"], judges: true },
  { args: ["run", "scenarios/pairs/clean-fork.yaml"], judges: true },
  { args: ["inspect", "fixtures/cassettes/coding-agent"], judges: false },
  { args: ["run", "scenarios/forks/pass-through.yaml"], judges: false },
  { args: ["run", "scenarios/consumers/away-summary.yaml"], judges: false },
];

/**
 * Has the functions that starts call compiled together with their file. Node keeps only these in its cache of compiled code: any other is
 * compiled at its first call, in each process again, which is a fifth of a start. Tests have no such cache: for them a function that is
 * not called is compiled in vain.
 */
export function eagerFunctions(): Plugin {
  return {
    name: "eager-functions",
    writeBundle({ dir = "dist" }, bundle) {
      const ofTests = filesFrom("testing.js", bundle);
      const called = new Map<string, Set<string>>();
      for (const { args, judges } of STARTS) {
        for (const [file, places] of calledBy(args, resolve(dir))) {
          if (!judges && ofTests.has(file)) continue;
          called.set(file, new Set([...(called.get(file) ?? []), ...places]));
        }
      }
      for (const [file, places] of called) {
        const path = join(dir, file);
        writeFileSync(path, withEagerFunctions(readFileSync(path, "utf8"), places));
      }
    },
  };
}

/** A file and those that it imports at once, in turn. */
function filesFrom(entry: string, bundle: OutputBundle): ReadonlySet<string> {
  const all = new Set([entry]);
  for (const name of all) {
    const file = bundle[name];
    if (file?.type === "chunk") for (const next of file.imports) all.add(next);
  }
  return all;
}

/** Where the functions that a start calls begin and end, as `start:end`, by their file. */
function calledBy(args: readonly string[], dir: string): ReadonlyMap<string, readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "forkproof-start-"));
  try {
    const report = args[0] === "run" ? ["--report", join(folder, "report.json")] : [];
    const env = { ...process.env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: "1" };
    const run = [join(dir, "cli.js"), ...args, ...report];
    const { status, stderr } = spawnSync(process.execPath, run, { encoding: "utf8", env });
    if (status !== 0) throw new Error(`forkproof ${args.join(" ")} exited with ${status}: ${stderr}`);
    const covered = readdirSync(folder).filter((name) => name.startsWith("coverage-"));
    const scripts = covered.flatMap((name) => {
      const { result }: Coverage = JSON.parse(readFileSync(join(folder, name), "utf8"));
      return result.filter(({ url }) => url.startsWith(pathToFileURL(dir + sep).href));
    });
    return new Map(
      scripts.map(({ url, functions }) => {
        const called = functions.flatMap(({ ranges: [whole] }) =>
          whole !== undefined && whole.count > 0 ? whole : [],
        );
        const file = relative(dir, fileURLToPath(url)).split(sep).join("/");
        return [file, called.map(({ startOffset, endOffset }) => `${startOffset}:${endOffset}`)];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As V8 writes it: the first range of a function is all of it. */
type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
};

/**
 * The same code, in which V8 compiles the functions that were called ahead: it does so for a function in parentheses. Declarations become
 * such functions in front of all other code, where they are known as early as before.
 */
export function withEagerFunctions(code: string, called: ReadonlySet<string>): string {
  const { program } = parseSync("chunk.js", code);
  const isCalled = ({ start, end }: Place): boolean => called.has(`${start}:${end}`);
  const marks: Mark[] = [];
  const methods = new Set<number>();
  const wrap = (node: Place): void => {
    if (isCalled(node) && !methods.has(node.start))
      marks.push({ at: node.start, sign: "(" }, { at: node.end, sign: ")" });
  };
  new Visitor({
    // A method's function is no expression.
    MethodDefinition: ({ value }) => void methods.add(value.start),
    Property: ({ method, kind, value }) => void (method || kind !== "init" ? methods.add(value.start) : null),
    ArrowFunctionExpression: wrap,
    FunctionExpression: wrap,
  }).visit(program);
  marks.sort((left, right) => left.at - right.at || Number(left.sign === "(") - Number(right.sign === "("));
  const written = (from: number, to: number): string => withMarks(code, marks, from, to);
  // Imports stand in front of all else.
  const front = program.body.findLast(({ type }) => type === "ImportDeclaration")?.end ?? program.body[0]?.start ?? 0;
  let [early, rest, at] = ["", "", front];
  for (const statement of program.body) {
    if (statement.type !== "FunctionDeclaration" || statement.id === null || !isCalled(statement)) continue;
    const { start, end, id } = statement;
    // Without its name: inside the function that would be another variable.
    early += `\nvar ${id.name} = (${written(start, id.start)}${written(id.end, end)});`;
    rest += written(at, start);
    at = end;
  }
  return `${code.slice(0, front)}${early}\n${rest}${written(at, code.length)}`;
}

type Place = { readonly start: number; readonly end: number };

type Mark = { readonly at: number; readonly sign: "(" | ")" };

function withMarks(code: string, marks: readonly Mark[], from: number, to: number): string {
  let [text, done] = ["", from];
  for (const { at, sign } of marks) {
    // Where one piece ends and the next begins, each has its own.
    if (sign === "(" ? at < from || at >= to : at <= from || at > to) continue;
    text += code.slice(done, at) + sign;
    done = at;
  }
  return text + code.slice(done, to);
}
