import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { Layout } from "../kernel/layout.ts";

/** Checks that a declared fork point names a unit of the parent; returns it. Throws HX251 where it does not. */
export function resolveSharedEnd(parent: Layout, pointer: string | null): string | null {
  if (pointer === null || parent.units.some((unit) => unit.pointer === pointer)) return pointer;
  const last = parent.units.at(-1)?.pointer ?? "none";
  throw new HarnessError({
    code: "HX251",
    what: `The parent has no block or message at ${JSON.stringify(pointer)}`,
    fix: `Give the JSON pointer of the first block that the fork need not share, such as /messages/4; the parent's last is ${last}.`,
    exit: 2,
  });
}
