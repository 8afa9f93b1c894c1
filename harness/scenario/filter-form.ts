import type { JsonObject } from "../kernel/json.ts";
import type { filterParts } from "./schema/filter-parts.ts";

/** Clients with known tool names. */
export type ClientName =
  (typeof filterParts)["filterForm"]["properties"]["autoMem"]["properties"]["client"]["enum"][number];

/** How the text of an allowed shell command is run. */
export type PromiseName =
  (typeof filterParts)["filterForm"]["properties"]["autoMem"]["properties"]["promise"]["enum"][number];

/** A tool filter. */
export type FilterForm =
  | { readonly kind: "allow-tools"; readonly tools: readonly string[] }
  /** Reads everything, writes one folder; the path is as the scenario spells it. `client` selects the tool names. */
  | {
      readonly kind: "auto-mem";
      readonly memoryDir: string;
      readonly client: ClientName | null;
      readonly promise: PromiseName;
    };

/** The decision that a filter must make on a call. */
export type DecisionRow = {
  readonly tool: string;
  /** Null for any arguments. */
  readonly input: JsonObject | null;
  readonly decision: "allow" | "deny";
  /** Null for any rule. */
  readonly rule: string | null;
};

/** A row of a decision table, with all arguments of the call. */
export type DecisionCase = DecisionRow & { readonly input: JsonObject };
