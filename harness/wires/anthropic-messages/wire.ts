import type { Dialect } from "../wire.ts";
import { readError } from "../read-error.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { recognises } from "./recognises.ts";

/** Anthropic's Messages API (`POST /v1/messages`), as Anthropic and compatible providers speak it. */
export const anthropicMessages: Dialect = { name: "anthropic-messages", recognises, parseLayout, readUsage, readError };
