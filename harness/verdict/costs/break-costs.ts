import type { BreakCost } from "../../kernel/breaks/break-cost.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { Relation } from "../../kernel/breaks/relation.ts";
import type { JudgedPair } from "../judge.ts";
import type { UnbrokenParent } from "./judge-break.ts";
import type { ReadableEntry } from "./readable-entries.ts";

/** An exchange of a recording with what was found of it. */
type ExchangeFindings = {
  readonly id: string;
  readonly parent: string | null;
  readonly relation: Relation;
  readonly findings: readonly Finding[];
};

/**
 * The costs of a recording's breaks, one after the other. A request is compared with the unbroken version of its parent: that
 * version is longer if a history was cut, and a missing breakpoint is paid for once.
 */
export class BreakCosts {
  readonly #unbroken = new Map<string, UnbrokenParent>();

  /**
   * The cost of an exchange's causes; `earlier` are the entries of requests before its parent. Null without a cause, and for an agent that was never meant to share its caller's prefix.
   */
  of(
    { id, parent, relation, findings }: ExchangeFindings,
    pair: JudgedPair | null,
    earlier: () => readonly ReadableEntry[],
  ): BreakCost | null {
    if (pair === null || parent === null || relation === "fresh") return null;
    const before = this.#unbroken.get(parent) ?? AS_SENT;
    const judged = pair.costOf(findings, before, earlier);
    const isCompacted = findings.some(({ code, role }) => code === "CB416" && role !== "note");
    const after = judged?.unbroken ?? { longerBy: before.longerBy, isStored: false };
    this.#set(id, isCompacted ? { ...after, longerBy: 0 } : after);
    if (judged?.cost.parentWrites !== undefined) this.#unbroken.set(parent, { ...before, isStored: true });
    return judged?.cost ?? null;
  }

  /** Most are as they were sent: these are not kept. */
  #set(id: string, unbroken: UnbrokenParent): void {
    if (unbroken.longerBy !== 0 || unbroken.isStored) this.#unbroken.set(id, unbroken);
  }
}

const AS_SENT: UnbrokenParent = { longerBy: 0, isStored: false };
