import type { JsonObject } from "../../kernel/json.ts";
import type { callParts } from "../expectations/evals/call-parts.ts";
import type { outputParts } from "../expectations/output/output-parts.ts";
import type { filterParts } from "./filter-parts.ts";
import type { forkParts } from "./fork-parts.ts";
import type { scriptParts } from "./script-parts.ts";
import type { sharedParts } from "./shared-parts.ts";

/** A part of the scenario schema, as JSON. */
export type Schema = { readonly [keyword: string]: unknown };

/**
 * The type of the values that a schema accepts, so that no shape is spelled a second time. The schema must be a literal (`as const`). Rules
 * that types cannot express (patterns, bounds, keys that exclude each other) are left to Ajv. Of any schema, nothing is known.
 */
export type FromSchema<S> = string extends keyof S ? unknown : FromLiteral<S>;

type FromLiteral<S> = S extends { readonly $ref: `#/definitions/${infer Name}` }
  ? Name extends keyof Definitions
    ? FromSchema<Definitions[Name]>
    : never
  : S extends { readonly allOf: readonly [infer Only] }
    ? FromSchema<Only>
    : S extends { readonly enum: readonly (infer Word)[] }
      ? Word
      : S extends { readonly if: { readonly type: "array" }; readonly then: infer List; readonly else: infer Single }
        ? FromSchema<List> | FromSchema<Single>
        : S extends { readonly type: readonly (infer Name)[] }
          ? OfType<Name, S>
          : S extends { readonly type: infer Name }
            ? OfType<Name, S>
            : S extends { readonly items: unknown }
              ? OfType<"array", S>
              : OfType<"object", S>;

/** What a `$ref` may name. */
type Definitions = typeof sharedParts &
  typeof filterParts &
  typeof forkParts &
  typeof scriptParts &
  typeof outputParts &
  typeof callParts;

type OfType<Name, S> = Name extends "string"
  ? string
  : Name extends "integer" | "number"
    ? number
    : Name extends "boolean"
      ? boolean
      : Name extends "null"
        ? null
        : Name extends "array"
          ? S extends { readonly items: infer Item }
            ? readonly FromSchema<Item>[]
            : never
          : Name extends "object"
            ? OfObject<S>
            : never;

type OfObject<S> = S extends { readonly patternProperties: infer Patterns; readonly properties: infer Named }
  ? { readonly [name: string]: FromSchema<Named[keyof Named]> | FromSchema<Patterns[keyof Patterns]> }
  : S extends { readonly properties: infer Named }
    ? Members<Named, S extends { readonly required: readonly (infer Key)[] } ? Key : never>
    : S extends { readonly additionalProperties: infer Each extends Schema }
      ? { readonly [name: string]: FromSchema<Each> }
      : S extends { readonly additionalProperties: false }
        ? object
        : JsonObject;

/** Required keys and optional ones, as one flat type. */
type Members<Named, Required> = Flat<
  { readonly [Key in keyof Named as Key extends Required ? Key : never]: FromSchema<Named[Key]> } & {
    readonly [Key in keyof Named as Key extends Required ? never : Key]?: FromSchema<Named[Key]>;
  }
>;

type Flat<T> = { readonly [Key in keyof T]: T[Key] };
