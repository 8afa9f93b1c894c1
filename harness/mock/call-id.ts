/**
 * The id of the call at a place of an answer's content, with the prefix that the wire's ids have. Answers are named by lane
 * and step, so ids are the same in every run.
 */
export function callId(prefix: string, answer: string, index: number): string {
  return `${prefix}_${answer}_${index}`;
}
