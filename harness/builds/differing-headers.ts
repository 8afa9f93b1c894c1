import type { HeaderDifference } from "../kernel/inspection/build-comparison.ts";
import { hideCredentials } from "../verdict/hide-credentials.ts";
import type { SketchedRoot } from "./build-sketch.ts";

/** Headers that one build sends and the other does not, or with another value. Those that vary within a build are left out. */
export function differingHeaders(
  before: readonly SketchedRoot[],
  after: readonly SketchedRoot[],
): readonly HeaderDifference[] {
  const [old, now] = [constants(before), constants(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    // Null: it varies within a build.
    if (was === is || was === null || is === null) return [];
    return [{ name, before: shown(was), after: shown(is) }];
  });
}

/** The value of each header, null if its requests disagree. */
function constants(roots: readonly SketchedRoot[]): ReadonlyMap<string, string | null> {
  const values = new Map<string, string | null>();
  for (const { headers } of roots) {
    for (const [spelled, value] of headers) {
      const name = spelled.toLowerCase();
      if (UNTOLD.test(name)) continue;
      const known = values.get(name);
      values.set(name, known === undefined || known === value ? value : null);
    }
  }
  return values;
}

/** Credentials, and what every request has of its own. */
const UNTOLD = /authorization|api-?key|token|cookie|secret|^content-length$|^date$|^host$|request-id|trace|idempotency/;

function shown(value: string | undefined): string | null {
  return value === undefined ? null : hideCredentials(Buffer.from(value)).toString("utf8");
}
