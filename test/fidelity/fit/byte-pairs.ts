/** A byte-pair tokenizer in one JSON document, as the package @anthropic-ai/tokenizer carries it. */
export type Vocabulary = {
  readonly words: readonly string[];
  readonly count: (text: string) => number;
};

/** `pat_str` splits a text; `bpe_ranks` lists the tokens in base64, behind a name and the first rank. */
export function readVocabulary(document: { readonly pat_str: string; readonly bpe_ranks: string }): Vocabulary {
  const tokens = document.bpe_ranks.split(" ").slice(2);
  const decoded = tokens.map((token) => Buffer.from(token, "base64").toString("latin1"));
  const ranks = new Map(decoded.map((token, rank) => [token, rank]));
  const pattern = new RegExp(document.pat_str, "gu");
  const known = new Map<string, number>();
  const lengthOf = (piece: string): number => {
    const counted = known.get(piece) ?? pairUp(Buffer.from(piece).toString("latin1"), ranks);
    known.set(piece, counted);
    return counted;
  };
  return {
    words: [...new Set(decoded.filter(isWholeWord).map((token) => token.slice(1).toLowerCase()))],
    count: (text) => (text.normalize("NFKC").match(pattern) ?? []).reduce((sum, piece) => sum + lengthOf(piece), 0),
  };
}

/** Of letters alone, behind the space before them. */
export function isWholeWord(token: string): boolean {
  return /^ [A-Za-z]?[a-z]+$/.test(token) && token.length > 2;
}

function pairUp(bytes: string, ranks: ReadonlyMap<string, number>): number {
  if (ranks.has(bytes)) return 1;
  const parts = bytes.split("");
  for (;;) {
    let best = -1;
    let least = Infinity;
    for (let at = 0; at + 1 < parts.length; at += 1) {
      const rank = ranks.get(`${parts[at]}${parts[at + 1]}`);
      if (rank !== undefined && rank < least) [best, least] = [at, rank];
    }
    if (best < 0) return parts.length;
    parts.splice(best, 2, `${parts[best]}${parts[best + 1]}`);
  }
}
