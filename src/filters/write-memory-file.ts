import { relative, sep } from "node:path";
import type { AutoMemFilter } from "./auto-mem-filter.ts";
import { denialBody } from "./denial-body.ts";
import type { MemoryFile } from "./paths/open-memory-file.ts";
import type { ToolCall } from "./tool-filter.ts";

/** What a write came to. `content` is for the model; `wrote` is the path in the memory folder, null where nothing was written. */
export type WriteOutcome = { readonly content: string; readonly isError: boolean; readonly wrote: string | null };

/** Runs a call of FileWrite: `content` becomes the file. The path is opened once, verified, and not looked at again. */
export function writeMemoryFile(filter: AutoMemFilter, call: ToolCall): Promise<WriteOutcome> {
  const { content } = call.input;
  if (typeof content !== "string") return Promise.resolve(failed("content must be a text"));
  return withFile(filter, call, async (file) => {
    await file.writeText(content);
    return file.isNew ? "created" : "written";
  });
}

/** Runs a call of FileEdit: `old_string`, which must stand in the file exactly once, becomes `new_string`; all of them with `replace_all`. */
export function editMemoryFile(filter: AutoMemFilter, call: ToolCall): Promise<WriteOutcome> {
  const { old_string: old, new_string: fresh, replace_all: all } = call.input;
  if (typeof old !== "string" || old === "" || typeof fresh !== "string") {
    return Promise.resolve(failed("old_string and new_string must be texts, old_string not empty"));
  }
  return withFile(filter, call, async (file) => {
    const parts = (await file.readText()).split(old);
    if (parts.length === 1) throw new Error("old_string does not stand in the file");
    if (parts.length > 2 && all !== true) throw new Error(`old_string stands in the file ${parts.length - 1} times`);
    await file.writeText(parts.join(fresh));
    return "edited";
  });
}

async function withFile(
  filter: AutoMemFilter,
  call: ToolCall,
  work: (file: MemoryFile) => Promise<string>,
): Promise<WriteOutcome> {
  const opened = await filter.openFile(call);
  if (opened.file === null) {
    return { content: denialBody(call.tool, { decision: "deny", ...opened.refusal }), isError: true, wrote: null };
  }
  const { file } = opened;
  try {
    const wrote = relative(filter.folder.path, file.path).replaceAll(sep, "/");
    return { content: `${await work(file)} ${file.path}`, isError: false, wrote };
  } catch (fault) {
    return failed(fault instanceof Error ? fault.message : String(fault));
  } finally {
    await file.close();
  }
}

function failed(content: string): WriteOutcome {
  return { content, isError: true, wrote: null };
}
