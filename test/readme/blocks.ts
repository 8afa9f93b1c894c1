/** A block of a README: a file to write, under the name behind its language, or a command block. */
export type Block =
  | { readonly kind: "file"; readonly name: string; readonly text: string }
  | { readonly kind: "commands"; readonly text: string };

/** What a reader types or pastes, in the order of the README. A `session` shows what somebody else's client needs. */
export function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].flatMap(
    ([, language = "", name = "", text = ""]): readonly Block[] => {
      if (language === "sh") return name === "session" ? [] : [{ kind: "commands", text }];
      return name === "" ? [] : [{ kind: "file", name, text }];
    },
  );
}
