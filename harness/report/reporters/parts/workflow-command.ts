/**
 * A command for GitHub's runner (docs.github.com, "Workflow commands"): `::error file=…,line=…::message`. In values, what would end
 * them is escaped, so that no text of a job can begin a command of its own.
 */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | null>>,
  message: string,
): string {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  return `::${name}${given.length === 0 ? "" : ` ${given.join(",")}`}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
