/** How the wires call a tool's schema: Anthropic, OpenAI and Gemini, Gemini's JSON schema, custom tools of Responses. */
const SCHEMA_MEMBERS: readonly string[] = [
  "input_schema",
  "parameters",
  "parametersJsonSchema",
  "inputSchema",
  "format",
];

export function isSchema(member: string): boolean {
  return SCHEMA_MEMBERS.includes(member);
}
