import type { Dialect } from "../wire.ts";
import { readError } from "../read-error.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { recognises } from "./recognises.ts";

/** OpenAI's Responses (`POST …/responses`, or messages of a WebSocket), as OpenAI and compatible providers speak it. */
export const openaiResponses: Dialect = { name: "openai-responses", recognises, parseLayout, readUsage, readError };
