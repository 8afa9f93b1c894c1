import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import { type JsonObject, isJsonObject } from "../../../kernel/json.ts";

const EFFORTS: readonly string[] = ["low", "medium", "high", "xhigh", "max"];

/** Levels of models that do not take all of them. Recorded of Opus 4.6; of Opus 4.5: platform.claude.com, Effort. */
const LEVELS: readonly (readonly [families: RegExp, levels: readonly string[]])[] = [
  [/^claude-(?:opus|sonnet)-4-6$/, ["high", "low", "max", "medium"]],
  [/^claude-opus-4-5$/, ["high", "low", "medium"]],
];

/**
 * An invalid effort, or one that the model does not have. Models without efforts are not checked: no recorded body shows their
 * refusal.
 */
export function checkEffort({ output_config: output }: JsonObject, family: string): Refusal | null {
  const effort = isJsonObject(output) ? (output["effort"] ?? null) : null;
  if (effort === null) return null;
  if (typeof effort !== "string" || !EFFORTS.includes(effort)) {
    return invalidRequest("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
  }
  const levels = LEVELS.find(([families]) => families.test(family))?.[1] ?? EFFORTS;
  if (levels.includes(effort)) return null;
  return invalidRequest(
    `This model does not support effort level '${effort}'. Supported levels: ${levels.join(", ")}.`,
  );
}
