import type { JsonObject } from "../kernel/json.ts";
import type { filterParts } from "./schema/filter-parts.ts";

/** Clients whose names of tools are known. */
export type ClientName =
  (typeof filterParts)["filterForm"]["properties"]["autoMem"]["properties"]["client"]["enum"][number];

/** A tool filter, by what it lets through. */
export type FilterForm =
  | { readonly kind: "allow-tools"; readonly tools: readonly string[] }
  /** Reads everything, writes one folder; the path is as the scenario spells it. `client` says whose names the tools go by. */
  | { readonly kind: "auto-mem"; readonly memoryDir: string; readonly client: ClientName | null };

/** What a filter must say to a call. */
export type DecisionRow = {
  readonly tool: string;
  /** Null for any arguments. */
  readonly input: JsonObject | null;
  readonly decision: "allow" | "deny";
  /** Null for any rule. */
  readonly rule: string | null;
};

/** A row of a decision table: the call is given in full. */
export type DecisionCase = DecisionRow & { readonly input: JsonObject };
