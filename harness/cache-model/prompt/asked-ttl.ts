import type { Layout } from "../../kernel/layout.ts";
import type { KeyRules } from "../../providers/rules/cache-rules.ts";
import { readParameter } from "./read-parameter.ts";

/** The name of the lifetime that a request asks for as a whole; null if it names no lifetime. */
export function askedTtl(layout: Layout, { lifetimeParameter }: Pick<KeyRules, "lifetimeParameter">): string | null {
  const name = lifetimeParameter.value;
  const asked = name === null ? undefined : readParameter(layout, name);
  return typeof asked === "string" ? asked : null;
}
