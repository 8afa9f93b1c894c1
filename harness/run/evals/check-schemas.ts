import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { positionOfCheck } from "../../scenario/decode/positions-of.ts";
import { expectedOf } from "../../scenario/expectations/expectation.ts";
import { output } from "../../scenario/expectations/output/output.ts";
import { withInner } from "../../scenario/expectations/output/output-matcher.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { formatPlace } from "../../scenario/shape/fault.ts";
import { unsoundSchema } from "../../scenario/shape/schema-fault.ts";

/** Refuses a `schema` under `output` that would check nothing, or cannot be read. @throws HarnessError HX116 */
export function checkSchemas({ expect, file, positions }: ForkScenario): void {
  for (const [at, { matcher }] of (expectedOf(expect, output) ?? []).entries()) {
    for (const each of withInner(matcher)) {
      const fault = each.kind === "schema" ? unsoundSchema(each.schema) : null;
      if (fault === null) continue;
      throw new HarnessError({
        code: "HX116",
        what: `\`expect.output[${at}]\` has an invalid \`schema\`: ${fault}`,
        where: formatPlace(file, positionOfCheck(`output[${at}]`, positions)),
        fix: "write a JSON schema of draft-07, without other keywords and formats",
        exit: 2,
      });
    }
  }
}
