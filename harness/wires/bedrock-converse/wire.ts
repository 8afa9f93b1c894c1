import type { Dialect } from "../wire.ts";
import { readError } from "../read-error.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { recognises } from "./recognises.ts";

/** Amazon Bedrock's Converse and ConverseStream. */
export const bedrockConverse: Dialect = { name: "bedrock-converse", recognises, parseLayout, readUsage, readError };
