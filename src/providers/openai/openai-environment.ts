/** Settings of OpenAI's SDK for requests to OpenAI: the key, and headers that choose the account or that the user adds. */
export type OpenAiEnvironment = {
  readonly apiKey: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
};

export function openAiEnvironment(): OpenAiEnvironment {
  const organization = read("OPENAI_ORG_ID");
  const project = read("OPENAI_PROJECT_ID");
  return {
    apiKey: read("OPENAI_API_KEY"),
    headers: [
      ...(organization === undefined ? [] : [["openai-organization", organization] as const]),
      ...(project === undefined ? [] : [["openai-project", project] as const]),
      ...customHeaders(read("OPENAI_CUSTOM_HEADERS") ?? ""),
    ],
  };
}

function read(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

/** One `Name: value` on a line. */
function customHeaders(text: string): readonly (readonly [string, string])[] {
  const lines = text.split("\n").map((line) => /^([^:]*):(.*)$/.exec(line));
  return lines.flatMap((line) => (line === null ? [] : [[line[1]?.trim() ?? "", line[2]?.trim() ?? ""] as const]));
}
