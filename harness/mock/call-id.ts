/** The id of the call at a place of an answer's content. Answers are named by lane and step, so ids are the same in every run. */
export function callId(answer: string, index: number): string {
  return `toolu_${answer}_${index}`;
}
