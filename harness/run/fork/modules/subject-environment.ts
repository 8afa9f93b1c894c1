import { environment } from "../../../io/process.ts";
import { markEnvironment } from "../../../io/workers/run-mark.ts";

/** Variables in which clients and `--live` look for a provider's key. */
const KEY = /_API_KEY$|^ANTHROPIC_AUTH_TOKEN$/;

/** Their replacements: any key works on loopback. */
const STAND_IN = "forkproof-subject";

/** This process's environment as a subject may see it: no key of a provider is in it, but the mark of this run. */
export function subjectEnvironment(): Readonly<Record<string, string | undefined>> {
  const variables = Object.entries(environment()).map(([name, value]) => [name, KEY.test(name) ? STAND_IN : value]);
  return markEnvironment(Object.fromEntries(variables));
}
