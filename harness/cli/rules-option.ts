import { overrideRules } from "../cache-model/rules/override-rules.ts";
import { modelledCaches } from "../cache-model/rules/rules-of.ts";
import type { ProviderCache } from "../providers/provider.ts";
import { epochMs } from "../io/clock.ts";
import { readBytes } from "../io/files/disk.ts";
import type { RulesFile } from "../run/parallel/worker/messages.ts";
import { type Invocation, valueOf } from "./command.ts";

/**
 * The caches that answer: ours, with what the file of `--rules` says otherwise.
 *
 * @throws HarnessError HX517 for a wrong rule, and what reading throws
 */
export function rulesOption(invocation: Invocation): readonly ProviderCache[] {
  return cachesBy(readRules(invocation));
}

/** The file of `--rules`; null without one. */
export function readRules(invocation: Invocation): RulesFile | null {
  const file = valueOf(invocation, "rules");
  return file === null ? null : { text: readBytes(file).toString("utf8"), file, nowMs: epochMs() };
}

/** @throws HarnessError HX517 for a wrong rule */
export function cachesBy(rules: RulesFile | null): readonly ProviderCache[] {
  return rules === null ? modelledCaches : overrideRules(rules.text, rules.file, rules.nowMs);
}
