import { expect, it } from "vitest";
import { callKey, digestAll, digestText } from "../../harness/lineage/requests/digest.ts";
import { DigestTable } from "../../harness/lineage/requests/digest-table.ts";

it("a table of digests knows each of thousands by its latest number, and no other digest", () => {
  const table = new DigestTable();
  const texts = Array.from({ length: 5_000 }, (_, at) => `text ${at}`);
  for (const [at, text] of texts.entries()) table.set(digestText(text), at);
  for (const [at, text] of texts.entries()) if (at % 2 === 0) table.set(digestText(text), -1 - at);
  expect(texts.map((text) => table.get(digestText(text)))).toEqual(texts.map((_, at) => (at % 2 === 0 ? -1 - at : at)));
  expect(texts.filter((text) => table.get(callKey(text)) !== null)).toEqual([]);
});

it("digests are numbers of which only that of a call's id is negative, and those of several depend on their order", () => {
  const digests = Array.from({ length: 5_000 }, (_, at) => digestText(`text ${at}`));
  expect(digests.every((digest) => Number.isFinite(digest) && digest > 0)).toBe(true);
  expect(new Set(digests).size).toBe(digests.length);
  expect(callKey("text 1")).toBe(-digestText("text 1"));
  const [one, other] = [digestText("one"), digestText("other")];
  expect(digestAll([one, other])).not.toBe(digestAll([other, one]));
  expect(digestAll([one, other])).toBe(digestAll([digestText("one"), digestText("other")]));
});
