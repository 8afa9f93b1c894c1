import type { Severity } from "../../kernel/finding.ts";
import type { DialectName } from "../../kernel/layout.ts";
import { providers } from "../../providers/list.ts";
import type { SeverityRow } from "../../providers/provider.ts";
import type { RuleText } from "../rule.ts";

/** Whom a request asks, and how. */
export type SeverityQuery = {
  readonly provider: string | null;
  readonly dialect: DialectName;
  readonly model: string | null;
};

/** Where a code costs more or less than its own page says. If a row costs "none", the finding is a note. */
export const severityRows: readonly (SeverityRow & { readonly provider: string })[] = providers.flatMap(
  ({ name, severities = [] }) => severities.map((row) => ({ ...row, provider: name })),
);

/** The severity of a code at one provider. */
export function severityOf({ code, severity }: Pick<RuleText, "code" | "severity">, asked: SeverityQuery): Severity {
  const model = asked.model?.replace(/^.*\//, "") ?? "";
  const found = severityRows.find(
    (each) =>
      each.code === code &&
      each.provider === asked.provider &&
      (each.dialect ?? asked.dialect) === asked.dialect &&
      (each.models?.test(model) ?? true),
  );
  return found?.severity ?? severity;
}
