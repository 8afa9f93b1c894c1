import type { ShellRule } from "../shell-rule.ts";

/** Thrown by the reader where it meets a construct it does not read. The classifier turns it into a denial. */
export class NotUnderstood extends Error {
  readonly rule: ShellRule;

  constructor(rule: ShellRule, reason: string) {
    super(reason);
    this.name = "NotUnderstood";
    this.rule = rule;
  }
}
