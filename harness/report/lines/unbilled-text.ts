import type { Unanswered } from "../../kernel/inspection/inspection.ts";

/** The cost of a break of a request that got no answer, as a sentence. */
export function unbilledText(why: Unanswered): string {
  switch (why) {
    case "refused":
      return "Nothing was billed: the provider answered with an error.";
    case "unreachable":
      return "Nothing was billed: the request did not reach the provider.";
    case "no-answer":
      return "The cost is unknown: the request was not answered.";
  }
}
