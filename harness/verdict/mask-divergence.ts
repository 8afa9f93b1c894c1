import type { Divergence } from "../kernel/judgement.ts";

/** Long runs without a break that look like a key: prefixes of known credentials, or 32 characters and more of mixed kinds. */
const CREDENTIAL =
  /\b(?:sk|pk|rk|ghp|gho|ghs|ghr|github_pat|glpat|xox[abprs]|AKIA|AIza|eyJ)[-_A-Za-z0-9+/=.]{12,}|(?<=[Bb]earer )[-_A-Za-z0-9+/=.]{8,}/g;

/** Excerpts are pasted into issues and CI logs: what looks like a credential is replaced, length kept, so that marks still fit. */
export function maskDivergence(divergence: Divergence): Divergence {
  return {
    ...divergence,
    parentExcerpt: divergence.parentExcerpt && mask(divergence.parentExcerpt),
    childExcerpt: divergence.childExcerpt && mask(divergence.childExcerpt),
  };
}

function mask(excerpt: string): string {
  return excerpt.replace(CREDENTIAL, (found) => "*".repeat(found.length));
}
