import { resolve } from "node:path";
import { listFolder, statKind } from "../io/files/disk.ts";
import type { FilterForm } from "../scenario/filter-form.ts";
import { resolveSource } from "../scenario/resolve-source.ts";
import type { Scenario } from "../scenario/scenario.ts";

/**
 * A scenario's filters with their memory folders found next to it or in fixtures/.
 *
 * @throws HarnessError HX140 if one is missing
 */
export function locateMemory(
  forms: readonly FilterForm[],
  scenario: Pick<Scenario, "file" | "place">,
): readonly FilterForm[] {
  return forms.map((form) =>
    form.kind === "auto-mem"
      ? { ...form, memoryDir: resolve(resolveSource(form.memoryDir, "folder", scenario, { listFolder, statKind })) }
      : form,
  );
}
