import { ratioText as shown } from "../../kernel/numbers.ts";
import type { InspectedRatio } from "../../kernel/inspection/inspection.ts";

/** `0.98 of 0.99, efficiency 0.99: ok`: what was read of a prompt, what could have been, and what that means. */
export function ratioText({ observed, expected, efficiency, verdict }: InspectedRatio): string {
  const told = observed === null ? "unknown" : shown(observed);
  if (verdict === null) return told;
  const beside = expected === null ? "" : ` of ${shown(expected)}`;
  const isMore = observed !== null && expected !== null && observed > expected + ROUNDED;
  const used =
    efficiency === null ? "" : `, efficiency ${shown(efficiency)}${isMore ? " (more than the parent left)" : ""}`;
  return `${told}${beside}${used}: ${verdict}`;
}

/** Less than what two decimals show is no more. */
const ROUNDED = 0.005;
