import { writeFileSync } from "node:fs";
import { makeScenarioSchema } from "../../harness/scenario/schema/make-scenario-schema.ts";

/** `npm run schema`: writes the schema that editors and Ajv read. */
writeFileSync("harness/scenario/scenario.schema.json", `${JSON.stringify(makeScenarioSchema(), null, 2)}\n`);
