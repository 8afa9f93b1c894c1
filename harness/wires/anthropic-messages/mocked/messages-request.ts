import type { BreakpointFault } from "../../../cache-model/prompt/check-breakpoints.ts";
import type { JsonObject } from "../../../kernel/json.ts";

/** The facts about a Messages request that a mock needs. */
export type MessagesRequest = {
  readonly model: string;
  readonly stream: boolean;
  /** Betas that a header names, without their dates. */
  readonly betas: readonly string[];
  /** The whole body, its texts read as Latin-1, with the model that its path may name. */
  readonly body: JsonObject;
};

/** What the rows know of a request besides its body. */
export type AskedOfAnthropic = MessagesRequest & {
  /** Of the model. */
  readonly family: string;
  readonly provider: string;
  readonly breakpoints: BreakpointFault | null;
};
