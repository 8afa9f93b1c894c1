import type { Layout } from "../kernel/layout.ts";
import { sameBytes } from "../wire-scan/common-length.ts";

/** Whether two requests write the same settings in the same order: then no setting differs, whatever it means. */
export function sameParameters(left: Layout, right: Layout): boolean {
  const { parameters } = left;
  if (parameters.length !== right.parameters.length) return false;
  return parameters.every(({ name, value }, at) => {
    const other = right.parameters[at];
    return (
      other?.name === name &&
      sameBytes(left.body, value.start, value.end, right.body, other.value.start, other.value.end)
    );
  });
}
