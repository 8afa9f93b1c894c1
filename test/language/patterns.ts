/** Turns of phrase that a reader stumbles over, with what to write instead. */
export const patterns: readonly { readonly name: string; readonly found: RegExp; readonly better: string }[] = [
  {
    name: "told",
    found: /\b(?:is|are|was|were|be|been|and|,) told\b|\btold\b/gi,
    better: "reports, prints, shows, says",
  },
  { name: "mend", found: /\bmend(?:s|ed|ing)?\b/gi, better: "fix" },
  {
    name: "none",
    found: /\b(?:is|are|was|were|with|has|have|had) none\b|\bnone\b(?=[.,;:)]|$)/gim,
    better: "not, missing, without",
  },
  { name: "is no", found: /\b(?:is|are|was|were) no\b(?! longer)/gi, better: "is not a" },
  { name: "nobody", found: /\bnobody\b/gi, better: "no one is rarely the subject: name what is missing" },
  { name: "whoever", found: /\bwhoever\b|\bwhosoever\b/gi, better: "name the actor" },
  { name: "beside", found: /\bbeside\b/gi, better: "with, next to, in addition to" },
  {
    name: "what begins",
    found: /(?:^|[.:;] )what (?!is\b|are\b|was\b|does\b|do\b|did\b|has\b)\w+[^?]*$/gim,
    better: "name the thing",
  },
];
