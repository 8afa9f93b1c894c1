import { renderJson } from "../render-json.ts";
import type { RenderRun } from "./reporter.ts";

/** The result as it is, by run-result.schema.json. */
export const json: RenderRun = (result) => ({ output: renderJson(result), files: [] });
