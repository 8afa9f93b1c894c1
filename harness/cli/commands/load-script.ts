import { isRecord } from "../../cache-model/is-record.ts";
import { readBytes } from "../../io/disk.ts";
import { toHarnessError } from "../../scenario/fault.ts";
import { maxScenarioBytes } from "../../scenario/load-scenario.ts";
import { readYaml } from "../../scenario/read-yaml.ts";

const emptyMend = "write a script, such as `parent: [{ text: Hello. }]`";

/**
 * The script in a YAML or JSON file: what its `provider.script` or `script` member holds, so that a scenario's own script
 * can be served, or else the whole.
 *
 * @throws HarnessError HX1xx where the file is not YAML, HX511 to HX515 where it cannot be read
 */
export function loadScript(path: string): unknown {
  const reading = readYaml(readBytes(path, maxScenarioBytes));
  if (reading.kind === "read") return scriptIn(reading.document.value);
  const [fault] = reading.faults;
  if (fault === undefined) throw new Error("a refused document has a fault");
  throw toHarnessError(fault.code === "HX103" ? { ...fault, mend: emptyMend } : fault, path);
}

function scriptIn(value: unknown): unknown {
  const provider = memberOf(value, "provider");
  return memberOf(provider, "script") ?? memberOf(value, "script") ?? value;
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
