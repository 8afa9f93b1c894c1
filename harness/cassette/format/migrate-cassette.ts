import { type JsonObject, isJsonObject } from "../../kernel/json.ts";

/** The version that this forkproof writes. */
export const cassetteVersion = 2;

/** The versions that can be read, the oldest first. */
export const readableVersions: readonly number[] = [1, cassetteVersion];

/**
 * The value of a `cassette.yaml` of an older version as the present one says it, a step for each version between. A value of the present
 * version, or of one that is not known, is answered as it is.
 */
export function migrateCassette(root: unknown): unknown {
  if (!isJsonObject(root)) return root;
  let value = root;
  for (let step = steps.get(value["version"]); step !== undefined; step = steps.get(value["version"])) {
    value = step(value);
  }
  return value;
}

/** From each older version to the next. */
const steps: ReadonlyMap<unknown, (root: JsonObject) => JsonObject> = new Map([[1, tellRedactions]]);

/** Version 1 had no redaction: its bytes are those that crossed the wire. */
function tellRedactions(root: JsonObject): JsonObject {
  const { exchanges } = root;
  const migrated = Array.isArray(exchanges)
    ? exchanges.map((each: unknown) => (isJsonObject(each) ? { ...each, redacted: [] } : each))
    : exchanges;
  return { ...root, version: 2, exchanges: migrated };
}
