import { cacheBreak, fields, spanName, toolDenied, type Field } from "./fork-span.ts";

/** The page TELEMETRY.md, from the names that the code uses. */
export function renderTelemetry(): string {
  const line = ({ name, type, set, about }: Field): string => `- \`${name}\` (${type}, ${set}): ${about}`;
  return [
    "# OpenTelemetry fields of a fork",
    "",
    `One span \`${spanName}\` around the whole run. Without a registered SDK nothing is recorded and nothing is needed.`,
    "",
    "Its attributes:",
    "",
    ...Object.values(fields).map(line),
    "",
    "Events on the span, each with its `level`, the run's id and label:",
    "",
    ...[cacheBreak, toolDenied].map(({ name, level, about }) => `- \`${name}\` (${level}): ${about}`),
    "",
  ].join("\n");
}
