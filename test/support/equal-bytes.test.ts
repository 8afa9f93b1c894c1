import { expect, test } from "vitest";

test("buffers are equal if all of their bytes are, also inside of other values", () => {
  const of = (...bytes: readonly number[]): object => ({ body: [Buffer.from(bytes)] });
  expect(of(1, 2, 3)).toEqual(of(1, 2, 3));
  expect(of(1, 2, 3)).toStrictEqual(of(1, 2, 3));
  for (const other of [of(1, 2, 4), of(1, 2), of()]) {
    expect(of(1, 2, 3)).not.toEqual(other);
    expect(of(1, 2, 3)).not.toStrictEqual(other);
    expect(() => expect(of(1, 2, 3)).toEqual(other)).toThrow("expected");
  }
  expect(Buffer.from("a")).not.toStrictEqual(new Uint8Array([97]));
});
