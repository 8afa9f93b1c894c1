import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";

const folder = resolve(import.meta.dirname, "../../.github/actions/forkproof");

type Step = {
  readonly id: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
};

type Action = {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

export const action: Action = parse(readFileSync(join(folder, "action.yml"), "utf8")) as Action;

/** What a job of the action left behind. */
export type ActionRun = {
  /** Exit code and output of each step that has a command, by its id. */
  readonly steps: Readonly<Record<string, { readonly exit: number | null; readonly log: string }>>;
  readonly summary: string;
  /** The inputs of the step that uploads. */
  readonly upload: Readonly<Record<string, string>>;
};

export type Runner = {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: object;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Runs the steps of action.yml in `project`, with the variables and files that GitHub's runner sets. */
export async function runAction(project: string, runner: Runner = {}): Promise<ActionRun> {
  const { inputs = {}, event = {}, environment = {} } = runner;
  const file = (name: string): string => join(project, `.runner-${name}`);
  writeFileSync(file("event"), JSON.stringify(event));
  writeFileSync(file("output"), "");
  const outputs = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...readFileSync(file("output"), "utf8").matchAll(/^(\w+)=(.*)$/gm)].map(([, key = "", value = ""]) => [
        key,
        value,
      ]),
    );

  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{\s*([^}]+?)\s*\}\}/g, (_whole, path: string) => valueOf(path, { ...inputs }, outputs()));
  const steps: Record<string, { exit: number | null; log: string }> = {};
  let upload: Readonly<Record<string, string>> = {};
  for (const step of action.runs.steps) {
    if (step.id === "comment" && filled("${{ inputs.comment }}") !== "true") continue;
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)]));
    if (step.run === undefined) {
      upload = Object.fromEntries(Object.entries(step.with ?? {}).map(([name, value]) => [name, filled(value)]));
      continue;
    }
    steps[step.id] = await runStep(step.run, project, {
      PATH: `${join(process.execPath, "..")}:${process.env["PATH"] ?? ""}`,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: folder,
      GITHUB_EVENT_PATH: file("event"),
      GITHUB_OUTPUT: file("output"),
      GITHUB_REPOSITORY: "ship/notes",
      GITHUB_STEP_SUMMARY: file(`summary-${step.id}`),
      ...environment,
      ...own,
    });
  }
  const summaries = action.runs.steps.map(({ id }) => file(`summary-${id}`)).filter((path) => existsSync(path));
  return { steps, upload, summary: summaries.map((path) => readFileSync(path, "utf8")).join("") };
}

/** The value of an expression, as far as action.yml uses them. */
function valueOf(
  path: string,
  inputs: Readonly<Record<string, string>>,
  outputs: Readonly<Record<string, string>>,
): string {
  const [kind, name = "", ...rest] = path.split(".");
  if (kind === "inputs") return inputs[name] ?? (action.inputs[name]?.default ?? "").replace(/^\$\{\{.*\}\}$/, "");
  if (kind === "steps") return outputs[rest.at(-1) ?? ""] ?? "";
  throw new Error(`unknown expression ${path}`);
}

/** As the runner runs a step with `shell: bash`. */
function runStep(
  line: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly exit: number | null; readonly log: string }> {
  const { promise, resolve: settle } = Promise.withResolvers<{ readonly exit: number | null; readonly log: string }>();
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", line], { cwd, env });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (log += String(bytes)));
  child.on("close", (exit) => settle({ exit, log }));
  return promise;
}
