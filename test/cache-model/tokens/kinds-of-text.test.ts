import { countTokens as byCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as byO200k } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { estimateTokens } from "../../../harness/cache-model/estimate-tokens.ts";
import { parseLayout } from "../../../harness/wires/openai-chat/parse-layout.ts";
import { madeKinds, madeText } from "../../fidelity/fit/made-texts.ts";
import { REPEATED, scripts } from "./texts-of-scripts.ts";

/** Tokens of a text alone, estimated without a tokenizer. */
function estimated(model: string, text: string): number {
  const body = JSON.stringify({ model, messages: [{ role: "user", content: text }] });
  const layout = parseLayout(Buffer.from(body));
  const places = layout.units.map(() => 1);
  return estimateTokens.count(layout, places, model).units.at(-1) ?? 0;
}

const share = (model: string, text: string, counted: number): number => estimated(model, text) / counted - 1;

/** Of seeds that no rate was fitted to. */
const SEEDS = [101, 102, 103] as const;

const openAi = [
  ["gpt-5", "o200k", byO200k],
  ["gpt-4-turbo", "cl100k", byCl100k],
] as const;

const cases = openAi.flatMap(([model, name, count]) => madeKinds.map((kind) => [kind, model, name, count] as const));

test.each(cases)('the kind "%s" is estimated for %s within 8 percent of %s', (kind, model, _name, count) => {
  for (const seed of SEEDS) {
    const text = madeText(kind, seed);
    // Of one sentence over and over the few words decide.
    const most = kind === "one sentence" ? 0.1 : 0.08;
    expect(Math.abs(share(model, text, count(text))), `seed ${seed}`).toBeLessThan(most);
  }
});

test.each(openAi)(
  "half of all kinds for %s are estimated within 2 percent of the count of %s",
  (model, _name, count) => {
    const errors = madeKinds.flatMap((kind) =>
      SEEDS.map((seed) => Math.abs(share(model, madeText(kind, seed), count(madeText(kind, seed))))),
    );
    expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)]).toBeLessThan(0.02);
  },
);

const written = openAi.flatMap(([model, name, count]) =>
  Object.entries(scripts).map(([language, text]) => [language, model, name, count, text] as const),
);

test.each(written)("the language %s is estimated for %s within a fifth of %s", (_l, model, _name, count, sentence) => {
  const text = sentence.repeat(REPEATED);
  expect(Math.abs(share(model, text, count(text)))).toBeLessThan(0.2);
});

/** Families whose tokenizers are public and in no package of ours; their counts of the same texts, of seed 101 where they are made. */
const others = ["deepseek-v4-flash", "qwen3-max", "mistral-large-latest", "gemini-2.5-pro"] as const;

const countedKinds = {
  hex: [1158, 1727, 1739, 1721],
  uuid: [1431, 1958, 1969, 2035],
  base64: [3056, 3260, 3372, 3008],
  integers: [722, 1453, 1453, 1453],
  log: [2784, 4099, 4128, 4074],
  paths: [812, 727, 776, 934],
  "JSON lines": [3474, 4323, 4469, 4477],
  csv: [1243, 1607, 1635, 1720],
  emoji: [1107, 659, 2371, 652],
} as const;

const countedScripts = {
  Russian: [1280, 1360, 1200, 1060],
  Ukrainian: [1580, 1700, 1340, 1260],
  Greek: [1680, 3020, 1500, 1520],
  Chinese: [800, 960, 1200, 980],
  Japanese: [1220, 1220, 1360, 1020],
  Korean: [1360, 1340, 980, 1280],
  Arabic: [1100, 1140, 940, 1120],
  Hebrew: [1300, 1180, 1320, 1200],
  Hindi: [1640, 2800, 1060, 1120],
  Bengali: [1180, 2760, 1160, 1500],
  Tamil: [1460, 3060, 1060, 1200],
  Thai: [1220, 1600, 1600, 1160],
  Georgian: [1720, 2520, 1180, 1660],
  Vietnamese: [1420, 861, 880, 820],
  German: [1260, 1320, 1100, 1100],
  French: [1160, 1141, 1000, 1020],
  Turkish: [1400, 1181, 1200, 1060],
  Polish: [1220, 1340, 1140, 1060],
} as const;

test.each(others.map((model, at) => [model, at] as const))(
  "hex, ids, numbers, logs and paths for %s are estimated within a tenth",
  (model, at) => {
    for (const kind of madeKinds) {
      const counted = kind in countedKinds ? countedKinds[kind as keyof typeof countedKinds][at] : undefined;
      if (counted === undefined) continue;
      expect(Math.abs(share(model, madeText(kind, 101), counted)), kind).toBeLessThan(0.1);
    }
  },
);

test.each(others.map((model, at) => [model, at] as const))(
  "other scripts for %s are estimated within 30 percent, half of them within 12",
  (model, at) => {
    const errors = Object.entries(scripts).map(([language, text]) => {
      const counted = countedScripts[language as keyof typeof scripts][at] ?? Number.NaN;
      const error = Math.abs(share(model, text.repeat(REPEATED), counted));
      expect(error, language).toBeLessThan(0.3);
      return error;
    });
    expect(errors.toSorted((a, b) => a - b)[errors.length / 2]).toBeLessThan(0.12);
  },
);
