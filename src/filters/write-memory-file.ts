import { relative, sep } from "node:path";
import type { AutoMemFilter } from "./auto-mem-filter.ts";
import { denialBody } from "./denial-body.ts";
import type { MemoryFile } from "./paths/open-memory-file.ts";
import type { ToolCall } from "./tool-filter.ts";
import { findTool, type EditArguments } from "./tools/vocabulary.ts";

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

/**
 * Runs a call of FileEdit, by the arguments that the client's tool takes: the old text, which must stand in the file exactly once, becomes
 * the new one; all of them where the call says so. Of several edits each is looked for in what the ones before it left, and all are made or none.
 */
export function editMemoryFile(filter: AutoMemFilter, call: ToolCall): Promise<WriteOutcome> {
  const shape = findTool(filter.vocabulary, call.tool)?.edit ?? canonicalEdit;
  const edits = readEdits(shape, call.input);
  if (edits === null) {
    const where = shape.list === undefined ? "" : ` in ${shape.list}`;
    return Promise.resolve(failed(`${shape.old} and ${shape.fresh}${where} must be texts, ${shape.old} not empty`));
  }
  return withFile(filter, call, async (file) => {
    let text = await file.readText();
    for (const edit of edits) text = replaceIn(text, edit, shape);
    await file.writeText(text);
    return "edited";
  });
}

const canonicalEdit: EditArguments = { old: "old_string", fresh: "new_string", all: "replace_all" };

type Edit = { readonly old: string; readonly fresh: string; readonly all: boolean };

function readEdits(shape: EditArguments, input: ToolCall["input"]): readonly Edit[] | null {
  const given = shape.list === undefined ? [input] : input[shape.list];
  if (!Array.isArray(given) || given.length === 0) return null;
  const edits = given.map((each: unknown) => (isObject(each) ? readEdit(shape, each) : null));
  return edits.some((edit) => edit === null) ? null : edits.filter((edit) => edit !== null);
}

function readEdit(shape: EditArguments, input: Readonly<Record<string, unknown>>): Edit | null {
  const [old, fresh] = [input[shape.old], input[shape.fresh]];
  if (typeof old !== "string" || old === "" || typeof fresh !== "string") return null;
  return { old, fresh, all: shape.all !== undefined && input[shape.all] === true };
}

function replaceIn(text: string, { old, fresh, all }: Edit, shape: EditArguments): string {
  const parts = text.split(old);
  if (parts.length === 1) throw new Error(`${shape.old} does not stand in the file`);
  if (parts.length > 2 && !all) throw new Error(`${shape.old} stands in the file ${parts.length - 1} times`);
  return parts.join(fresh);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
