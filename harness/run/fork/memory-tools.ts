import type { JsonObject } from "../../kernel/json.ts";
import { dirname } from "node:path";
import { readBytes, statKind, writeAtomically } from "../../io/files/disk.ts";
import type { StubbedAnswer } from "./stub-tools.ts";
import type { SubjectTask } from "./subject-task.ts";

type Tools = Pick<SubjectTask, "decide" | "callTool">;

/**
 * The tools of a memory fork: a write that the filter has allowed is carried out in the memory folder, so that its effects can be
 * checked. Every other call, and one that the filter did not see, goes to `tools`. The path is opened by name: this stands for
 * the simplest dispatcher, and no other process writes here.
 */
export function withMemoryWrites(memoryDir: string, { decide, callTool }: Tools): Tools {
  const allowed = new Set<string>();
  return {
    decide: async (tool, input) => {
      const said = await decide(tool, input);
      if (said.decision === "allow" && said.rule.split(" + ").includes("path.inside")) allowed.add(keyOf(tool, input));
      return said;
    },
    callTool: (tool, input) => (allowed.delete(keyOf(tool, input)) ? write(memoryDir, input) : callTool(tool, input)),
  };
}

function keyOf(tool: string, input: JsonObject): string {
  return JSON.stringify([tool, input]);
}

function write(memoryDir: string, input: JsonObject): StubbedAnswer {
  const path = textOf(input, "file_path", "filePath", "path")?.replaceAll("${memoryDir}", memoryDir);
  if (path === undefined || statKind(dirname(path)) !== "folder") return failed("no such folder");
  const content = textOf(input, "content");
  const [old, fresh] = [textOf(input, "old_string", "oldString"), textOf(input, "new_string", "newString")];
  if (content !== undefined) {
    writeAtomically(path, content);
    return { content: "written", isError: false };
  }
  if (old === undefined || fresh === undefined) return failed("give content, or old_string and new_string");
  const parts = statKind(path) === "file" ? readBytes(path).toString("utf8").split(old) : [];
  if (parts.length !== 2) return failed("old_string does not stand in the file exactly once");
  writeAtomically(path, parts.join(fresh));
  return { content: "edited", isError: false };
}

function textOf(input: JsonObject, ...names: readonly string[]): string | undefined {
  return names.map((name) => input[name]).find((value) => typeof value === "string");
}

function failed(content: string): StubbedAnswer {
  return { content, isError: true };
}
