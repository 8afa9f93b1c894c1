import { recordAt, recordsOf } from "../../kernel/json.ts";
import { inclusiveUsage, firstCount } from "../shared/usage/inclusive-usage.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";
import { hasRootList } from "../shared/layout/root-member.ts";
import { readError } from "../read-error.ts";
import type { Wire } from "../wire.ts";
import { parseLayout } from "./parse-layout.ts";

declare module "../../kernel/layout.ts" {
  interface WireNames {
    parley: true;
  }
}

/** A made-up wire format: rules, and lines of a talk. */
export const parley: Wire = {
  name: "parley",
  endings: ["/ask"],
  hasShape: ({ body, isNamed }) => isNamed && hasRootList(body, "lines"),
  parseLayout,
  readUsage: (response) => {
    const used = lastDocument(response);
    if (used === null) return null;
    const [prompt, read, output] = ["prompt", "kept", "said"].map((name) => firstCount(used[name]));
    return inclusiveUsage({ prompt: prompt ?? null, read: read ?? null, write: null, output: output ?? null });
  },
  usageMember: "usage",
  promptIncludesCached: true,
  readError,
  answeredBlocks: (response) =>
    responseDocuments(response, '"reply"').flatMap(({ reply }) =>
      recordsOf(reply).map((line) => ["text", line["says"]] as const),
    ),
  settings: {
    thinking: [],
    effort: [{ name: "effort" }],
    "tool-choice": [],
    speed: [],
    "output-format": [],
    "max-tokens": [{ name: "most" }],
    "server-tools": [],
    "cache-key": [],
    "cached-content": [],
  },
  calls: { call: { of: "block", types: [] }, result: { of: "block", types: [] }, answered: "later" },
  keyHeader: (key) => ["x-parley-key", key],
  mocked: async () => [(await import("./mocked/mock-wire.ts")).parley],
};

function lastDocument(response: ResponseBody): Readonly<Record<string, unknown>> | null {
  const document = responseDocuments(response, '"usage"').at(-1);
  return document === undefined ? null : recordAt(document, "usage");
}
