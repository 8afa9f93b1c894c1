// A scorer gets what the fork said and its row. It returns a number from 0 to 1, { score, why }, or null if it has no opinion.
export default function sharedWords({ output, expected }) {
  if (expected === null) return null;
  const said = new Set(wordsOf(output));
  const wanted = wordsOf(expected);
  const missing = wanted.filter((word) => !said.has(word));
  const why = missing.length === 0 ? "it has every expected word" : `it lacks ${missing.join(", ")}`;
  return { score: 1 - missing.length / wanted.length, why };
}

export function isBrief({ output }) {
  return output.length <= 120 ? 1 : 0;
}

function wordsOf(text) {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
