import { lastMember, type RawObject } from "./read-object.ts";
import { skipSpace } from "./skip-value.ts";
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

/** The edits that leave out every member of these names, each with the comma that held it. Missing names need no edit. */
export function removeMembers(bytes: Buffer, { span, members }: RawObject, names: readonly string[]): readonly Edit[] {
  const isKept = members.map(({ name }) => !names.includes(name));
  const firstKept = isKept.indexOf(true);
  return members.flatMap(({ value }, index): readonly Edit[] => {
    if (isKept[index]) return [];
    // In front of the first that stays, the comma behind goes; elsewhere the one before.
    const isHead = index < firstKept;
    const before = members[index - 1]?.value.end ?? span.start + 1;
    const start = isHead && index > 0 ? skipSpace(bytes, before) + 1 : before;
    const end = isHead ? skipSpace(bytes, value.end) + 1 : value.end;
    return [{ span: { start, end }, bytes: nothing }];
  });
}

const nothing = Buffer.alloc(0);
