import type { ToolCall } from "../filters/tool-filter.ts";
import type { ForkAgent } from "./isolation/fork-agent.ts";

/**
 * Runs the tool calls of a fork that its filter has let through, one at a time in the order of the model. A dispatcher
 * that throws or rejects has failed the call: the model reads the message and goes on.
 */
export type ToolDispatcher<State extends object = object> = {
  /**
   * `signal` aborts with the fork. Later results are ignored. `agent` is the fork's own, with its isolated state; undefined without the
   * parameter `agent`.
   */
  readonly dispatch: (
    call: ToolCall,
    signal: AbortSignal,
    agent?: ForkAgent<State>,
  ) => ToolOutcome | Promise<ToolOutcome>;
};

/** `content` is the text that the model reads. */
export type ToolOutcome = { readonly content: string; readonly isError: boolean };
