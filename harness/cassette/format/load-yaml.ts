import { createRequire } from "node:module";
import type * as Yaml from "yaml";

/**
 * The YAML reader, loaded on first use: it takes longer to load than most recordings take to read, and few need it. By `require`,
 * since a recording is opened in one go.
 */
export function loadYaml(): typeof Yaml {
  const loaded: typeof Yaml = createRequire(import.meta.url)("yaml");
  return loaded;
}
