import type { FilePosition } from "../../kernel/run-result.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";

/** A mistake in a scenario file. A file is read to its end, so that its author sees all faults at once. */
export type Fault = {
  readonly code: `HX${number}`;
  readonly what: string;
  readonly fix: string;
  readonly place: FilePosition;
};

/** A fault whose place is still a path in the value: of its key, or of the value itself. */
export type ValueFault = Omit<Fault, "place"> & { readonly path: Path; readonly part: "key" | "value" };

/** Keys and list indexes from the root of the document. */
export type Path = readonly string[];

/** A path as messages name it, such as `fork.filter[1]`. */
export function nameOf(path: Path): string {
  return path.reduce((name, key) => (/^\d+$/.test(key) ? `${name}[${key}]` : `${name}.${key}`));
}

/** Shows where as `file:line:column`, which terminals and editors can open. */
export function toHarnessError({ code, what, fix, place }: Fault, file: string): HarnessError {
  return new HarnessError({ code, what, fix, where: formatPlace(file, place), exit: 2 });
}

export function formatPlace(file: string, { line, column }: FilePosition): string {
  return `${file}:${line}:${column}`;
}
