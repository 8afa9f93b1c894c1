import type { Recording } from "../kernel/exchange.ts";
import type { SaidParent } from "../kernel/roots/said-parent.ts";
import { checkSaidParents } from "../verdict/recording/check-said-parents.ts";
import type { Invocation } from "./command.ts";
import { usageError } from "./usage-error.ts";

/**
 * The parents that `--parent-of` names, by child.
 *
 * @throws HarnessError HX503 for a pair that cannot be read, HX505 for `--save` with nothing to save or nowhere to save it, HX258
 */
export function parentOfOption({ options }: Invocation, recording: Recording): ReadonlyMap<string, string> {
  const pairs = options.get("parent-of") ?? [];
  if (options.has("save")) checkSave(pairs, recording);
  return checkSaidParents(
    recording,
    pairs.map((pair) => readPair(pair, recording)),
  );
}

/** An id may hold an equals sign: then the one is meant that has ids on both sides. */
function readPair(pair: string, { ids }: Recording): SaidParent {
  const where = `--parent-of ${pair}`;
  const splits = [...pair.matchAll(/=/g)].map(({ index }) => ({
    child: pair.slice(0, index),
    parent: pair.slice(index + 1),
    where,
  }));
  const known = splits.find(({ child, parent }) => ids.includes(child) && ids.includes(parent));
  const [first] = splits;
  const chosen = known ?? first;
  if (chosen !== undefined && chosen.child !== "" && chosen.parent !== "") return chosen;
  throw usageError("HX503", `--parent-of takes two ids, not "${pair}"`, "write --parent-of CHILD=PARENT", where);
}

function checkSave(pairs: readonly string[], { format, name }: Recording): void {
  if (pairs.length === 0) {
    throw usageError("HX505", "--save has nothing to save", "add --parent-of CHILD=PARENT, or leave --save out");
  }
  if (format === "cassette") return;
  const fix = `import it first (forkproof import ${name} --out FOLDER), then inspect FOLDER`;
  throw usageError("HX505", "--save writes to a cassette, and this is a JSON Lines file", fix, name);
}
