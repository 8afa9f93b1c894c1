/** The tools that our filters know, by the names they use inside. */
export type CanonicalTool = "REPL" | "FileRead" | "Glob" | "Grep" | "Bash" | "FileEdit" | "FileWrite";

/** What a tool is called on a client's wire, and which of its arguments a filter looks at. */
export type WireTool = {
  readonly tool: CanonicalTool;
  readonly wire: string;
  /** The argument that names a file or a folder. */
  readonly path?: string;
  readonly command?: string;
  /** Set where the command may be a list of words, which the client runs without a shell. */
  readonly takesWords?: true;
  readonly pattern?: string;
  /** How FileEdit says what to replace; `old_string`, `new_string` and `replace_all` where it is left out. */
  readonly edit?: EditArguments;
  /** Every other argument that the client declares and a filter need not look at, space separated. */
  readonly others?: string;
};

/** The arguments that hold the old text, the new one and the word that all of them are meant; in `list` a list of such pairs. */
export type EditArguments = {
  readonly old: string;
  readonly fresh: string;
  readonly all?: string;
  readonly list?: string;
};

/** The tools of one client or provider. Names are compared exactly. */
export type Vocabulary = { readonly name: string; readonly tools: readonly WireTool[] };

/** The tool that a wire name stands for, or null where the vocabulary has none. */
export function findTool(vocabulary: Vocabulary, wire: string): WireTool | null {
  return vocabulary.tools.find((each) => each.wire === wire) ?? null;
}

/** What a canonical tool is called on the wire, by its first name; null where the client has no such tool. */
export function wireName(vocabulary: Vocabulary, tool: CanonicalTool): string | null {
  return vocabulary.tools.find((each) => each.tool === tool)?.wire ?? null;
}

/** The arguments that a tool is known to take. */
export function knownArguments({ path, command, pattern, edit, others }: WireTool): readonly string[] {
  const edited = edit?.list === undefined ? [edit?.old, edit?.fresh, edit?.all] : [edit.list];
  const looked = [path, command, pattern, ...edited].filter((name) => name !== undefined);
  return [...looked, ...(others ?? "").split(" ").filter((name) => name !== "")];
}

/** One vocabulary of several, the first one's names first. @throws Error where they use a name for different tools. */
export function joinVocabularies(name: string, parts: readonly Vocabulary[]): Vocabulary {
  const tools: WireTool[] = [];
  for (const each of parts.flatMap((part) => part.tools)) {
    const known = tools.find(({ wire }) => wire === each.wire);
    if (known === undefined) tools.push(each);
    else if (known.tool !== each.tool || known.path !== each.path) {
      throw new Error(
        `${each.wire} stands for ${known.tool} and for ${each.tool}: these vocabularies cannot be joined`,
      );
    }
  }
  return { name, tools };
}

/** The names of these tools on the wire, those that the client has. */
export function listNames(vocabulary: Vocabulary, tools: readonly CanonicalTool[]): string {
  const names = tools.map((tool) => wireName(vocabulary, tool)).filter((name) => name !== null);
  return names.join(", ") || "nothing";
}
