import type { Exchange } from "../kernel/exchange.ts";
import type { Layout } from "../kernel/layout.ts";
import type { CallPairing } from "./reading/call-pairing.ts";
import type { ReadBlock } from "./reading/read-block.ts";
import type { ReadMessage } from "./reading/read-messages.ts";
import type { ResponseFacts } from "./reading/read-answered.ts";
import type { ReadParameters } from "./reading/read-parameters.ts";
import type { ReadTool } from "./reading/read-tools.ts";

/** One request as rules see it. Parsed values explain a difference; that there is one was decided on the bytes. */
export type SideEvidence = {
  readonly layout: Layout;
  readonly exchange: SentExchange;
  /** Of the parent, what the child should share is read; of a segment that broke, all of it. */
  readonly tools: () => readonly ReadTool[];
  /** The system blocks that are prompt. */
  readonly system: () => readonly ReadBlock[];
  readonly messages: () => readonly ReadMessage[];
  readonly parameters: () => ReadParameters;
  readonly model: () => string | null;
  readonly callPairing: () => CallPairing;
  /** The cache facts in the provider's response. */
  readonly answered: () => ResponseFacts;
};

/** An exchange without its body. */
export type SentExchange = Pick<
  Exchange,
  "path" | "host" | "headers" | "forkOf" | "startedAtMs" | "firstByteMs" | "response" | "usage" | "outcome"
>;
