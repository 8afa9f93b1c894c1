import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import type { SaveOptions } from "./save-options.ts";
import { checkOptions, describe, misuse, withFix } from "../misuse.ts";

/**
 * Writes a cassette, whole or not at all.
 *
 * @throws HarnessError HX211 without an exchange, HX230 if something is there already, HX231 for a credential in a body, listing
 * every one; HX513 and HX516 if the disk refuses
 */
export async function saveTape(
  folder: string,
  exchanges: readonly RecordedExchange[],
  options: SaveOptions = {},
): Promise<void> {
  if (typeof folder !== "string" || folder === "") {
    throw misuse(
      "HX541",
      `tape.save takes a folder, not ${describe(folder)}`,
      "name a folder, such as fixtures/cassettes/my-agent",
    );
  }
  checkOptions("tape.save", options, ["redact", "replace"]);
  // What only a save needs is loaded by a save.
  const { writeToDisk } = await import("./write-to-disk.ts");
  withFix(() => writeToDisk(folder, exchanges, options), FIXES);
}

const FIXES = {
  HX211: "send a request through the tape before you save it",
  HX230: "name another folder, or pass { replace: true } to replace a cassette",
  HX231:
    "take it out of the agent's prompt, tools or environment, or pass { redact: true } to mask it; if it was real, revoke it",
} as const;
