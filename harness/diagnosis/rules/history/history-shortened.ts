import type { Rule } from "../../rule.ts";

export const historyShortened: Rule = {
  code: "CB421",
  slug: "history-shortened",
  segment: "messages",
  severity: "none",
  weight: "note",
  providerReason: null,
  title: "The fork stops before the parent's end",
  when: "The fork's messages are the first of the parent's and end before them. No break.",
  why: "A rewind sends the beginning of the parent's history and nothing that differs. What is there can be read up to the last breakpoint that it still holds.",
  fix: "Leave it as it is; mark the last message that is shared, so that the next rewind finds an entry there.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"Hello."},{"role":"user","content":"Thanks."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"Hello."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
  },
  detect({ comparison: { segments } }) {
    if (segments.messages.end.is !== "shortened") return null;
    const [count, left] = [segments.messages.parent, segments.messages.child].map(
      (units) => units.filter(isMessage).length,
    );
    if (left === count) {
      const { parent, matched } = segments.messages;
      const missing = parent.slice(matched).filter(({ unit }) => unit === "block").length;
      return {
        observed: `the fork sends all of the parent's messages, but for the last ${missing === 1 ? "block" : `${missing} blocks`}`,
      };
    }
    return { observed: `the fork sends the first ${left} of the parent's ${count} messages` };
  },
};

function isMessage({ unit }: { readonly unit: string }): boolean {
  return unit === "envelope";
}
