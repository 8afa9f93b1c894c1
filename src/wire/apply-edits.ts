import { lastMember, type RawObject } from "./read-object.ts";
import type { Span } from "./span.ts";

/** Bytes that take the place of a span; an empty span inserts. */
export type Edit = { readonly span: Span; readonly bytes: Buffer };

/** The slices of `bytes` in `range` with the edits between them. Nothing outside the edited spans is copied or changed. */
export function applyEdits(bytes: Buffer, range: Span, edits: readonly Edit[]): readonly Buffer[] {
  const parts: Buffer[] = [];
  let at = range.start;
  for (const edit of [...edits].sort((one, other) => one.span.start - other.span.start)) {
    parts.push(bytes.subarray(at, edit.span.start), edit.bytes);
    at = edit.span.end;
  }
  parts.push(bytes.subarray(at, range.end));
  return parts.filter((part) => part.length > 0);
}

/** The edit that gives a member its value: in its own place where the object has it, else behind the last member. */
export function setMember(object: RawObject, name: string, value: string): Edit {
  const present = lastMember(object, name);
  if (present !== null) return { span: present.value, bytes: Buffer.from(value) };
  const last = object.members.at(-1);
  const at = last === undefined ? object.span.start + 1 : last.value.end;
  const separator = last === undefined ? "" : ",";
  return { span: { start: at, end: at }, bytes: Buffer.from(`${separator}${JSON.stringify(name)}:${value}`) };
}
