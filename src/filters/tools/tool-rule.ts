/** The stable names of what a filter decides by that looks at a tool as a whole. */
export type ToolRule =
  | "tool.reads"
  | "tool.gated-runtime"
  | "tool.ungated-runtime"
  | "tool.not-listed"
  | "tool.nested-arguments"
  | "tool.unknown-argument"
  | "tool.content"
  | "tool.outside-read-roots";

export type ToolRefusal = { readonly rule: ToolRule; readonly reason: string };
