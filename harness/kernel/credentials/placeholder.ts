/** Of one sign: so many in a row no issuer's random text has. */
const RUN = /(.)\1{5,}/gi;

/** A part that chance could have made: it mixes digits with letters, or large letters with small ones. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])|^(?=.*[a-z])(?=.*[A-Z])/;

/** A shorter part is a version or a kind, as in `sk-ant-api03-`. */
const SHORTEST_PART = 7;

/** The secret key of AWS' documentation, letter for letter. */
const SAMPLE = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

/**
 * Whether a match is what documentation writes in place of a credential: a known sample, or a prefix before a run of one sign. A
 * run does not excuse what else is there: if any other part may be random, it is a credential.
 */
export function isPlaceholder(match: string): boolean {
  if (match === SAMPLE) return true;
  const rest = match.replaceAll(RUN, "");
  if (rest.length > match.length / 2 && rest.length > 40) return false;
  if (rest.length === match.length) return false;
  return rest.split(/[^A-Za-z0-9]+/).every((part) => part.length < SHORTEST_PART || !RANDOM.test(part));
}
