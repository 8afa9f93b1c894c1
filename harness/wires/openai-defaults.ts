import { familyOf } from "../kernel/text/model-family.ts";
import type { Source } from "../kernel/source.ts";

/** OpenAI's defaults for settings that a request leaves out. The cache's key and the findings use the same rows. */
export type OpenaiDefault = {
  /** As JSON. */
  readonly omitted: string;
  /** Other words for the same value. */
  readonly alike?: Readonly<Record<string, string>>;
  readonly source: Source;
};

export const openaiDefaults: Readonly<Record<"parallelCalls" | "format" | "verbosity" | "serviceTier", OpenaiDefault>> =
  {
    parallelCalls: { omitted: "true", source: "[D] developers.openai.com, Function calling" },
    format: { omitted: '{"type":"text"}', source: "[T] openai 7.57.0 declarations, November 2026: the default format" },
    verbosity: { omitted: '"medium"', source: "[T] openai 7.57.0 declarations, November 2026: the default is medium" },
    serviceTier: {
      omitted: '"auto"',
      // A project that configures another tier sends "default" explicitly; requests do not show it.
      alike: { default: "auto", fast: "priority" },
      source:
        "[T] openai 7.57.0 declarations, November 2026: not set is auto, which is default unless the project says otherwise; fast and priority are one",
    },
  };

/** The family whose default effort is known: [S] client sources agree on GPT-5.6 alone. */
const MEDIUM = /^gpt-5\.6(?:-|$)/;

/** The default effort of `model`, as JSON; null if it is not documented. */
export function openaiDefaultEffort(model: string): string | null {
  return MEDIUM.test(familyOf(model)) ? '"medium"' : null;
}
