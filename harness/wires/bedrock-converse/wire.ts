import { readError } from "../read-error.ts";
import type { Wire } from "../wire.ts";
import { answeredBlocks } from "./answered-blocks.ts";
import { hasShape } from "./has-shape.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { settings } from "./settings.ts";

declare module "../../kernel/layout.ts" {
  interface WireNames {
    "bedrock-converse": true;
  }
}

/** Amazon Bedrock's Converse and ConverseStream. */
export const bedrockConverse: Wire = {
  name: "bedrock-converse",
  endings: ["/converse", "/converse-stream"],
  hasShape,
  parseLayout,
  readUsage,
  usageMember: "usage",
  promptIncludesCached: false,
  readError,
  answeredBlocks,
  settings,
  calls: {
    call: { of: "block", types: [] },
    result: { of: "block", types: [] },
    answered: "next-turn",
  },
  hasInnerParameters: true,
  keyHeader: (key) => ["authorization", `Bearer ${key}`],
  mocked: async () => {
    const [{ bedrockInvoke }, { bedrockConverse: converse }] = await Promise.all([
      import("./mocked/bedrock-invoke.ts"),
      import("./mocked/mock-wire.ts"),
    ]);
    // Each path of Bedrock is recognised by the second.
    return [bedrockInvoke, converse];
  },
};
