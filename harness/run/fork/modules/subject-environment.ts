import { environment } from "../../../io/process.ts";

/** Variables in which clients and `--live` look for a provider's key. */
const KEY = /_API_KEY$|^ANTHROPIC_AUTH_TOKEN$/;

/** Their replacements: any key works on loopback. */
const STAND_IN = "forkproof-subject";

/** This process's environment as a subject may see it: no key of a provider is in it. */
export function subjectEnvironment(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(environment()).map(([name, value]) => [name, KEY.test(name) ? STAND_IN : value]),
  );
}
