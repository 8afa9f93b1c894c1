import type { Change, ToolChange } from "../change.ts";

export type ToolEdit = Extract<ToolChange, { readonly is: "edited" }>;

/** The edited tools and their edits, for an observation that names each tool once. */
export type EditedTools = {
  readonly explains: readonly ToolEdit[];
  readonly names: readonly string[];
};

/** The edits of tools that `takes` takes. */
export function editedTools(changes: readonly Change[], takes: (edit: ToolEdit) => boolean): EditedTools {
  const explains = changes.filter((change): change is ToolEdit => {
    return change.of === "tool" && change.is === "edited" && takes(change);
  });
  return { explains, names: [...new Set(explains.map((edit) => edit.parent.name))] };
}
