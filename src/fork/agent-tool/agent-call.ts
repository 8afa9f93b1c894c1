import { isJsonObject } from "../../wire/json-object.ts";

/** The arguments of a call of the agent tool. */
export type AgentCall = {
  /** `fork` also without a type: the implicit fork. */
  readonly type: string;
  readonly directive: string;
  readonly label: string;
  readonly inBackground: boolean;
};

/** How the tool is declared, as data; wrap it as the wire wants. Names as in Claude Code and Qwen Code. */
export const agentToolDeclaration = {
  name: "Agent",
  description:
    "Hands a task to another agent. Without subagent_type, or with the type fork, that agent is a copy of you: it has read this whole conversation, so give it the task alone. A fork cannot start further forks.",
  parameters: {
    type: "object",
    properties: {
      prompt: { type: "string", description: "The task, complete: nobody can be asked." },
      description: { type: "string", description: "The task in three to five words, for people." },
      subagent_type: { type: "string", description: "fork, or the type of another agent. Left out: fork." },
      run_in_background: {
        type: "boolean",
        description: "false waits for the report. Left out: the report comes in a later message.",
      },
    },
    required: ["prompt"],
  },
} as const;

/** The arguments as a request, or what is wrong with them. */
export function parseAgentCall(input: unknown): AgentCall | string {
  if (!isJsonObject(input)) return "The arguments must be an object with a prompt.";
  const { prompt, description, subagent_type: type, run_in_background: inBackground } = input;
  if (typeof prompt !== "string" || prompt.trim() === "") return "prompt must be a text that says what to do.";
  if (type !== undefined && typeof type !== "string") return "subagent_type must be a text.";
  if (inBackground !== undefined && typeof inBackground !== "boolean")
    return "run_in_background must be true or false.";
  const isFork = type === undefined || ["", "fork"].includes(type.trim().toLowerCase());
  return {
    type: isFork ? "fork" : type,
    directive: prompt,
    label: typeof description === "string" && description.trim() !== "" ? description : "fork",
    inBackground: inBackground ?? true,
  };
}
