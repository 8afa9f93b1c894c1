import type { Rule } from "./rule.ts";
import { toolRemoved } from "./rules/tool-removed.ts";

/** Every rule, the most specific of a segment first. A rule that is not in this list does not exist. */
export const rules: readonly Rule[] = [toolRemoved];
