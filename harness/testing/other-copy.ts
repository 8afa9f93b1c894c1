import { misuse } from "./misuse.ts";

/** Remembers that this copy of the package keeps a tape or an exchange. */
export function claim(kept: object): void {
  keepers().set(kept, COPY);
}

/**
 * Two copies of the package in one process do not know each other's tapes: which requests lie around an exchange, and what went wrong.
 *
 * @throws HarnessError HX541 for what another copy keeps, with the folders of both
 */
export function refuseOtherCopy(matcher: string, values: readonly unknown[]): void {
  const known = keepers();
  for (const value of values.flat()) {
    const keeper = typeof value === "object" && value !== null ? known.get(value) : undefined;
    if (keeper === undefined || keeper === COPY) continue;
    const what = `${matcher} cannot read what another copy of forkproof keeps: the matcher is from ${COPY.folder}, the tape from ${keeper.folder}`;
    const fix =
      keeper.folder === COPY.folder
        ? "load forkproof/testing and forkproof/vitest both through Vite or both through Node (Vitest: server.deps)"
        : "install one version of forkproof for both (npm ls forkproof; npm dedupe)";
    throw misuse("HX541", what, fix);
  }
}

type Copy = { readonly folder: string };

const COPY: Copy = { folder: import.meta.dirname };

/** One for all copies in this process. */
function keepers(): WeakMap<object, Copy> {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (known instanceof WeakMap) return known;
  const made = new WeakMap<object, Copy>();
  Reflect.set(globalThis, KEY, made);
  return made;
}

/** The version says which shape the value has. */
const KEY = Symbol.for("forkproof/testing keepers 1");
