import type { Path } from "../../shape/fault.ts";
import type { FromSchema } from "../../schema/from-schema.ts";
import type { outputParts } from "./output-parts.ts";

/** A matcher as a file writes it. */
export type WrittenMatcher = FromSchema<(typeof outputParts)["outputMatcher"]>;

/** A member that its matcher does not read. */
export type IdleMember = {
  readonly path: Path;
  readonly key: "model" | "atLeast" | "weight";
  readonly matcher: string;
};

/** Finds idle members of a matcher and of those inside it; `path` starts at the entry of `output`. */
export function findIdleMembers(written: WrittenMatcher, path: Path = []): readonly IdleMember[] {
  const { model, atLeast, weight, not, anyOf = [], ...others } = written;
  const matcher = not === undefined ? (anyOf.length > 0 ? "anyOf" : (Object.keys(others)[0] ?? "")) : "not";
  const isIdle = {
    model: model !== undefined && matcher !== "grader",
    atLeast: atLeast !== undefined && matcher !== "grader" && matcher !== "module",
    weight: weight !== undefined && path.length > 0,
  };
  const keys = (["model", "atLeast", "weight"] as const).filter((key) => isIdle[key]);
  return [
    ...keys.map((key) => ({ path: [...path, key], key, matcher })),
    ...(not === undefined ? [] : findIdleMembers(not, [...path, "not"])),
    ...anyOf.flatMap((each, at) => findIdleMembers(each, [...path, "anyOf", String(at)])),
  ];
}
