import { BlockBook } from "../../blocks/block-book.ts";
import type { Invocation } from "../command.ts";
import { usageError } from "../usage-error.ts";

/**
 * What collects the blocks that `--blocks` lists; null without it.
 *
 * @throws HarnessError HX505 without `--json`
 */
export function blocksOption({ options }: Invocation): BlockBook | null {
  if (!options.has("blocks")) return null;
  if (!options.has("json"))
    throw usageError("HX505", "--blocks changes only what --json prints", "add --json, or leave --blocks out");
  return new BlockBook({ characters: null });
}
