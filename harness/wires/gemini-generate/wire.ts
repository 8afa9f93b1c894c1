import type { Dialect } from "../wire.ts";
import { readError } from "../read-error.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { recognises } from "./recognises.ts";

/** Google's `generateContent` and `streamGenerateContent`, of the Gemini API and of Vertex AI. */
export const geminiGenerate: Dialect = { name: "gemini-generate", recognises, parseLayout, readUsage, readError };
