import { expect, test } from "vitest";
import { CacheSafeSlot } from "../../../src/cache-safe/cache-safe-slot.ts";
import { capture, question } from "../support/parents.ts";

const first = capture([question]);
const second = capture();

test("a slot returns the snapshot of exactly this session and turn", () => {
  const slot = new CacheSafeSlot();
  slot.save({ session: "a", turn: 1 }, first);
  slot.save({ session: "b", turn: 1 }, second);
  expect(slot.read({ session: "a", turn: 1 })).toBe(first);
  expect(slot.read({ session: "b", turn: 1 })).toBe(second);
  expect(slot.read({ session: "c", turn: 1 })).toBeNull();
});

test("a session that has continued has no snapshot of an earlier turn", () => {
  const slot = new CacheSafeSlot();
  slot.save({ session: "a", turn: 1 }, first);
  slot.save({ session: "a", turn: 2 }, second);
  expect(slot.read({ session: "a", turn: 1 })).toBeNull();
  expect(slot.read({ session: "a", turn: 2 })).toBe(second);
});

test("clearing a session leaves the others", () => {
  const slot = new CacheSafeSlot();
  slot.save({ session: "a", turn: 1 }, first);
  slot.save({ session: "b", turn: 1 }, second);
  slot.clear("a");
  expect(slot.read({ session: "a", turn: 1 })).toBeNull();
  expect(slot.read({ session: "b", turn: 1 })).toBe(second);
});

test("two slots share nothing", () => {
  new CacheSafeSlot().save({ session: "a", turn: 1 }, first);
  expect(new CacheSafeSlot().read({ session: "a", turn: 1 })).toBeNull();
});
