import type { Layout } from "../../harness/kernel/layout.ts";

/** A layout one unit a line: where, what, and its raw bytes; of an envelope its role and its members. */
export function showLayout({ body, units }: Layout): readonly string[] {
  const raw = ({ start, end }: { readonly start: number; readonly end: number }): string =>
    body.toString("utf8", start, end);
  return units.map((unit) =>
    unit.unit === "envelope"
      ? `${unit.pointer} (${unit.role}) ${unit.members.map(raw).join(" ")}`.trimEnd()
      : `${unit.pointer} ${unit.segment} ${unit.kind} ${raw(unit.span)}`,
  );
}
