import { isBreak } from "../kernel/finding.ts";
import { basename, extname, posix } from "node:path";

import type { JudgedRecording } from "../kernel/inspection/inspection.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { type NewFile, SCHEMA_LINE } from "./example-files.ts";

/** The folder of scenarios; a \`source\` in them is relative to it or to fixtures/. */
const SCENARIOS = "scenarios";
const FIXTURES = "fixtures/";

/** A scenario that judges a recording: two requests as a pair, more as a session. \`source\` is a path from the working folder, with forward slashes. */
export function recordedScenario(source: string, { exchanges }: JudgedRecording): NewFile {
  const name = basename(source, extname(source));
  const from = quoted(source.startsWith(FIXTURES) ? source.slice(FIXTURES.length) : relativePath(source));
  const [parent, child, ...others] = exchanges;
  const isPair = child !== undefined && others.length === 0 && child.parent === parent?.id;
  const judged = isPair
    ? `parent: { source: ${from}, exchange: ${JSON.stringify(child.parent)} }
fork: { recorded: { exchange: ${JSON.stringify(child.id)} } }`
    : `session: { source: ${from} }`;
  const lines = [
    SCHEMA_LINE,
    ...breaksIn(exchanges),
    `name: ${quoted(`${escapeControlChars(name)} keeps its prefix`)}`,
    judged,
    "expect: { findings: [] }",
  ];
  return { path: `${SCENARIOS}/${name}.yaml`, text: `${lines.join("\n")}\n` };
}

function relativePath(source: string): string {
  return posix.isAbsolute(source) || /^[A-Za-z]:/.test(source) ? source : posix.relative(SCENARIOS, source);
}

/** YAML reads a JSON string as it is. */
function quoted(text: string): string {
  return /^(?=.*[/ ])[A-Za-z.][\w ./-]*$/.test(text) ? text : JSON.stringify(text);
}

function breaksIn(exchanges: JudgedRecording["exchanges"]): readonly string[] {
  const found = exchanges.flatMap(({ id, findings }) =>
    findings.filter(isBreak).map(({ code, slug }) => `${code} ${slug} at ${escapeControlChars(id)}`),
  );
  if (found.length === 0) return [];
  const rest = found.length - SHOWN;
  const list = `${found.slice(0, SHOWN).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return [
    `# The recording fails this: ${list}.`,
    "# Fix the client and record again, or accept the break: name its codes in `findings`, and add `expectBreak: { reason: … }`.",
  ];
}

/** A comment names so many breaks. */
const SHOWN = 5;
