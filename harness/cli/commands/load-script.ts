import { isJsonObject } from "../../kernel/json.ts";
import { readBytes } from "../../io/files/disk.ts";
import type { ShowPlace } from "../../mock/script/parse-script.ts";
import { formatPlace, toHarnessError } from "../../scenario/shape/fault.ts";
import { maxScenarioBytes } from "../../scenario/load-scenario.ts";
import { readYaml } from "../../scenario/shape/read-yaml.ts";

/** A script as its file holds it, and where each part of it stands in the file. */
export type LoadedScript = { readonly value: unknown; readonly showPlace: ShowPlace };

const emptyFix = "write a script, such as `parent: [{ text: Hello. }]`";

/**
 * The script in a YAML or JSON file: its `provider.script` or `script` member, so that a scenario's own script can be served, or
 * else the whole file.
 *
 * @throws HarnessError HX1xx if the file is not YAML, HX511 to HX515 if it cannot be read
 */
export function loadScript(path: string): LoadedScript {
  return readScript(readBytes(path, maxScenarioBytes), path);
}

/** The same for bytes that came from elsewhere; errors name them `path`. */
export function readScript(bytes: Buffer, path: string): LoadedScript {
  const reading = readYaml(bytes);
  if (reading.kind === "read") {
    const { value, locate } = reading.document;
    const script = scriptIn(value);
    return {
      value: script.value,
      showPlace: (place, part) => formatPlace(path, locate([...script.path, ...place.path], part)),
    };
  }
  const [fault] = reading.faults;
  if (fault === undefined) throw new Error("a refused document has a fault");
  throw toHarnessError(fault.code === "HX103" ? { ...fault, fix: emptyFix } : fault, path);
}

function scriptIn(value: unknown): { readonly value: unknown; readonly path: readonly string[] } {
  const inScenario = memberOf(memberOf(value, "provider"), "script");
  if (inScenario !== undefined && inScenario !== null) return { value: inScenario, path: ["provider", "script"] };
  const script = memberOf(value, "script");
  return script === undefined || script === null ? { value, path: [] } : { value: script, path: ["script"] };
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}
