import type { caseMembers } from "./schema/case-members.ts";
import type { filterParts } from "./schema/filter-parts.ts";
import type { forkMembers, recordedMember } from "./schema/fork-parts.ts";
import type { FromSchema } from "./schema/from-schema.ts";
import type { providerParts } from "./schema/provider-parts.ts";
import type { scriptParts } from "./schema/script-parts.ts";
import type { sharedParts } from "./schema/shared-parts.ts";

/** A scenario as YAML spells it, once `scenario.schema.json` has accepted it: all shapes come from the parts of the schema. */
export type ScenarioFile = Members<typeof caseMembers, "name"> & {
  readonly fork?: ForkFile;
  readonly filter?: FromSchema<(typeof filterParts)["filter"]>;
  readonly decisions?: readonly DecisionFile[];
  readonly provider?: ProviderFile;
  /** Each member is of its expectation's own type. */
  readonly expect?: { readonly [name: string]: unknown };
};

/** One key besides these names the subject. */
export type ForkFile = Members<typeof forkMembers> & { readonly recorded?: FromSchema<typeof recordedMember> };

export type ExchangeFile = FromSchema<(typeof sharedParts)["exchange"]>;

export type ToolStubFile = NonNullable<ForkFile["tools"]>[number];

export type FilterFile = FromSchema<(typeof filterParts)["filterForm"]>;

export type DecisionFile = FromSchema<(typeof filterParts)["decision"]>;

export type ProviderFile = FromSchema<(typeof providerParts)["provider"]>;

export type AnswerFile = FromSchema<(typeof scriptParts)["answer"]>;

type Members<Named, Required extends keyof Named = never> = FromSchema<{
  readonly type: "object";
  readonly properties: Named;
  readonly required: readonly Required[];
}>;
