import { expect, test } from "vitest";
import { textReadings } from "../../harness/kernel/credentials/text-readings.ts";

function readings(text: string): readonly string[] {
  return [...textReadings(text)].map((reading) => reading.text);
}

test.for([
  [String.raw`a\"b\\c\/d`, 'a"b\\c/d'],
  [String.raw`\b\f\n\r\t`, "\b\f\n\r\t"],
  [String.raw`\u0073k-%73k`, "sk-sk"],
  [String.raw`caf\u00e9 \u20AC`, `caf${latin1("é")} ${latin1("€")}`],
  [String.raw`half a sign: \ud83d.`, `half a sign: ${latin1("\ufffd")}.`],
  [String.raw`€ \u0041\n%c3`, "€ A\n\u00c3"],
  [String.raw`%00\u0000`, "\0\0"],
] as const)("a reading takes one level of escapes away: %s", ([text, read]) => {
  expect(readings(text)[1]).toBe(read);
});

test.for([String.raw`\x \u12 \uGGGG \ 100% %4 %zz`, "\\", "%", String.raw`\u`, "%2"])(
  "a text without complete escapes has one reading: %s",
  (text) => expect(readings(text)).toEqual([text]),
);

test("each level of JSON in JSON is a reading, up to four", () => {
  const levels = [String.raw`say "\u0041"`];
  while (levels.length < 7) levels.unshift(JSON.stringify(levels[0]).slice(1, -1));
  expect(readings(levels[0] ?? "")).toEqual(levels.slice(0, 5));
});

test.for(["plain", "wide €"])("a place of a reading is found in the written text, in a %s text", (kind) => {
  const text = `${kind} ${String.raw`\\n\u0041%42 \\\\key`} end`;
  const [, once, twice] = [...textReadings(text)];
  expect(once?.written(once.text.indexOf("AB"))).toBe(text.indexOf(String.raw`\u0041`));
  expect(twice?.written(twice.text.indexOf("key"))).toBe(text.indexOf("key"));
  expect(twice?.written(twice.text.indexOf("end"))).toBe(text.indexOf("end"));
});

function latin1(text: string): string {
  return Buffer.from(text).toString("latin1");
}
