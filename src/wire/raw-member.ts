import { setMember, type Edit } from "./apply-edits.ts";
import { lastMember, readObject, type RawObject } from "./read-object.ts";
import type { Span } from "./span.ts";
import type { MemberPath } from "./wire-format.ts";

/** The raw span of the value at `path`, or null if a member on the way is absent or no object. */
export function findPath(bytes: Buffer, object: RawObject, [name, ...rest]: MemberPath): Span | null {
  const member = lastMember(object, name);
  if (member === null) return null;
  const [next, ...more] = rest;
  if (next === undefined) return member.value;
  if (bytes[member.value.start] !== 0x7b) return null;
  return findPath(bytes, readObject(bytes, member.value.start), [next, ...more]);
}

/** The edit that gives the value at `path`; objects that are missing on the way are made. */
export function setPath(bytes: Buffer, object: RawObject, [name, ...rest]: MemberPath, value: string): Edit {
  const [next, ...more] = rest;
  if (next === undefined) return setMember(object, name, value);
  const member = lastMember(object, name);
  if (member !== null && bytes[member.value.start] === 0x7b) {
    return setPath(bytes, readObject(bytes, member.value.start), [next, ...more], value);
  }
  const nested = rest.reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, value);
  return setMember(object, name, nested);
}
