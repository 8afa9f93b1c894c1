/** Compares two buffers at once. Vitest would list the index of each byte first, which took two thirds of the time of tests of bodies. */
export const bytesAreEqual: {
  isGiven: boolean;
  readonly tester: (one: unknown, other: unknown) => boolean | undefined;
} = {
  isGiven: false,
  tester: (one, other) => (Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined),
};
