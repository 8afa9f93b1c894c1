import type { ToolFilter } from "./tool-filter.ts";

/** Lets tools run whose name matches one of the patterns, whatever their input. `*` stands for any run of characters: `mcp__docs__*`. */
export function allowMatching(patterns: readonly string[]): ToolFilter {
  const matchers = patterns.map((pattern) => ({ pattern, matches: toMatcher(pattern) }));
  return {
    name: "allow-matching",
    decide: ({ tool }) => {
      const found = matchers.find(({ matches }) => matches.test(tool));
      return found === undefined
        ? {
            decision: "deny",
            rule: "allow-matching",
            reason: `${tool} matches none of: ${patterns.join(", ") || "nothing"}.`,
          }
        : { decision: "allow", rule: "allow-matching", reason: `${tool} matches ${found.pattern}.` };
    },
  };
}

function toMatcher(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}/]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}$`, "u");
}
