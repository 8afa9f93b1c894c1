import type { Unit } from "../kernel/layout.ts";

/** The units of one body's segment, and how far the two bodies agree. */
export type Side = {
  readonly units: readonly Unit[];
  /** Index of the unit at which the sides part. */
  readonly index: number;
};

/** JSON pointer of the place where `side` has ended and `other` continues. */
export function pastTheEnd(side: Side, other: Side): string {
  const before = side.units[side.index - 1];
  const unit = other.units[other.index];
  if (unit === undefined) return before?.pointer ?? "";
  if (unit.message !== -1) return inMessages(other, before, unit);
  if (before !== undefined) return next(before.pointer);
  const first = unit.pointer.replace(/\d+$/, "0");
  // Of the segments that may be one string or a list, this one is the only one whose place is the list's.
  return first === "/system" ? "/system/0" : first;
}

/** Behind the last block of the message that has ended; behind the message itself where the other side begins one. */
function inMessages(other: Side, before: Unit | undefined, unit: Unit): string {
  const within = other.units[other.index - 1]?.message === unit.message;
  if (before === undefined) return messageAt(unit.pointer, 0);
  if (!within) return messageAt(unit.pointer, before.message + 1);
  return messageAt(unit.pointer, before.message) + unit.pointer.slice(messageAt(unit.pointer, unit.message).length);
}

/** Pointer of a message in the list that `pointer` leads into: up to its first index. */
function messageAt(pointer: string, message: number): string {
  const [, list = pointer] = /^(.*?)\/\d+(?:\/|$)/.exec(pointer) ?? [];
  return `${list}/${message}`;
}

/** The place behind an element: its index and one more. */
function next(pointer: string): string {
  const [, list, index] = /^(.*)\/(\d+)(?:\/\D*)?$/.exec(pointer) ?? [];
  return list === undefined ? `${pointer}/1` : `${list}/${Number(index) + 1}`;
}
