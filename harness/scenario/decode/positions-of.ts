import type { FilePosition } from "../../kernel/run-result.ts";
import type { ScenarioFile } from "../scenario-file.ts";
import type { Positions } from "../scenario.ts";
import type { Path } from "../shape/fault.ts";

/** Checks that no key under `expect` asks for, and the part of a file that they are about. */
const ELSEWHERE: Readonly<Record<string, Path>> = {
  decisions: ["decisions"],
  findings: ["expectBreak"],
  script: ["provider", "script"],
  siblings: ["fork", "siblings"],
  subject: ["fork"],
  parents: ["session"],
};

/** The positions of the keys that checks are about. */
export function positionsOf(written: ScenarioFile, locate: (path: Path) => FilePosition): Positions {
  const around = Object.entries(ELSEWHERE).filter(([, path]) => has(written, path));
  const asked = Object.entries(written.expect ?? {}).flatMap(([name, value]) => [
    [name, ["expect", name]] as const,
    ...keysIn(value).map((key) => [`${name}.${key}`, ["expect", name, key]] as const),
    ...(Array.isArray(value) ? value.map((_, at) => [`${name}[${at}]`, ["expect", name, String(at)]] as const) : []),
  ]);
  const checks = [...around, ...asked].map(([check, path]) => [check, locate(path)] as const);
  return { job: locate(["name"]), checks: Object.fromEntries(checks) };
}

/** The position of the key that a check is about: the nearest key around it, else the name of the case. */
export function positionOfCheck(check: string, { job, checks }: Positions): FilePosition {
  for (let name = check; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
    if (Object.hasOwn(checks, name)) return checks[name] ?? job;
  }
  return job;
}

function has(value: unknown, [key, ...rest]: Path): boolean {
  return (
    key === undefined || (keysIn(value).includes(key) && has(Object.getOwnPropertyDescriptor(value, key)?.value, rest))
  );
}

function keysIn(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}
