import { passThrough } from "./pass-through.ts";
import type { Strategy } from "./strategy.ts";

/** Every strategy there is. A new one is a file and a line here. */
export const strategies: readonly Strategy[] = [passThrough];
