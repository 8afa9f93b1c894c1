import type { CodeWithoutRule } from "./codes-without-rule.ts";
import { severityRows } from "./facts/severities.ts";
import type { Rule, RuleExample, RuleText, RequestContext } from "./rule.ts";
import type { SequenceExample, SequenceRequest, SequenceRule } from "./sequence-rule.ts";
import { commonEnds } from "./text/common-ends.ts";

/** Characters of a body around its difference that an example shows. */
const CONTEXT = 60;

/** The page of one code, in Markdown: everything on it comes from the rule. */
export function renderPage(rule: Rule | SequenceRule): string {
  const sections = [
    `# ${rule.code} ${rule.slug}`,
    `${rule.title}.`,
    `- Where: ${rule.segment}\n- Role: ${ROLES[rule.weight]}\n- Severity: ${rule.severity}${elsewhere(rule)}\n- The provider's reason: ${rule.providerReason ?? "(not defined)"}`,
    "## Why it costs",
    rule.why,
    "## How it is detected",
    rule.when,
    "## How to fix it",
    rule.fix,
    "## Example",
    ...("watch" in rule ? sequenceSections(rule.example) : exampleSections(rule.example)),
    "See [all codes](index.md).",
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The page of a code that no rule finds. */
export function renderRulelessPage({
  code,
  slug,
  title,
  segment,
  severity,
  status,
  when,
  why,
  fix,
}: CodeWithoutRule): string {
  const sections = [
    `# ${code} ${slug}`,
    `${title}.`,
    `- Where: ${segment}\n- Role: ${status === "warning" ? "a warning of a run" : "reserved: no rule finds it"}\n- Severity: ${severity}`,
    "## Why it costs",
    why,
    status === "warning" ? "## How it is detected" : "## Why it is never reported",
    when,
    "## How to fix it",
    fix,
    "See [all codes](index.md).",
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The providers with another severity for a code: `; none at anthropic`. */
function elsewhere({ code }: RuleText): string {
  const rows = severityRows.filter((row) => row.code === code);
  const said = rows.map(({ provider, severity, dialect, models }) => {
    const part = [
      ...(dialect === undefined ? [] : [`on ${dialect}`]),
      ...(models === undefined ? [] : ["some models"]),
    ];
    return `; ${severity} at ${provider}${part.length === 0 ? "" : ` (${part.join(", ")})`}`;
  });
  return said.join("");
}

/** All codes by family, with a link to each page. */
export function renderIndex(rules: readonly Pick<RuleText, "code" | "slug" | "title">[]): string {
  const sections = Object.entries(FAMILIES).flatMap(([family, title]) => {
    const own = rules.filter(({ code }) => code.startsWith(family)).toSorted((a, b) => (a.code < b.code ? -1 : 1));
    const lines = own.map(({ code, slug, title }) => `- [${code}](${code}.md) ${slug}: ${title}`);
    return own.length === 0 ? [] : [`## ${title}`, lines.join("\n")];
  });
  return `${["# Finding codes", ...sections].join("\n\n")}\n`;
}

const ROLES: Readonly<Record<Rule["weight"], string>> = {
  cause: "cause, or masked by an earlier one",
  beside: "cause on any verdict",
  invalid: "the provider refuses the request",
  note: "note",
};

const FAMILIES: Readonly<Record<string, string>> = {
  CB1: "Request parameters",
  CB2: "Tools",
  CB3: "System",
  CB4: "Messages",
  CB5: "Breakpoints",
  CB6: "Routing",
  CB7: "Time and size",
  CB8: "Filter and fork",
  CB9: "Verdict",
};

function exampleSections(example: RuleExample): readonly string[] {
  const { parent, broken, fixed, sent } = example;
  const [before, after] = cutApart(parent, broken);
  return [
    "From the parent (-) to a fork that breaks (+):",
    fence("diff", [`- ${before}`, ...headersOf("-", sent?.parent), `+ ${after}`, ...headersOf("+", sent?.broken)]),
    "Fixed:",
    fence("text", [shorten(fixed), ...headersOf("", sent?.fixed)]),
  ];
}

function sequenceSections({ broken, fixed }: SequenceExample): readonly string[] {
  const listed = (requests: readonly SequenceRequest[]): string =>
    fence(
      "text",
      requests.flatMap(({ body, sent }, at) => [`${at + 1}. ${shorten(body)}`, ...headersOf("", sent)]),
    );
  return ["Requests that break, in the order in which they were sent:", listed(broken), "Fixed:", listed(fixed)];
}

function fence(language: string, lines: readonly string[]): string {
  return `\`\`\`${language}\n${lines.join("\n")}\n\`\`\``;
}

/** Both bodies around what differs. */
function cutApart(parent: string, child: string): readonly [string, string] {
  const [head, tail] = commonEnds(parent, child);
  const from = Math.max(0, head - CONTEXT);
  const cut = (text: string): string => {
    const end = Math.min(text.length, text.length - tail + CONTEXT);
    return `${from > 0 ? "…" : ""}${shorten(text.slice(from, end))}${end < text.length ? "…" : ""}`;
  };
  return [cut(parent), cut(child)];
}

/** Repetitions that only make a body long enough are said once. */
function shorten(body: string): string {
  return body.replaceAll(/(\{[^{}]*\},)\1{3,}/g, "$1…");
}

function headersOf(sign: string, sent: RequestContext | undefined): readonly string[] {
  const lines = [
    ...(sent?.host === undefined || sent.host === null ? [] : [`host: ${sent.host}`]),
    ...(sent?.headers ?? []).map(([name, value]) => `${name}: ${value}`),
    ...(typeof sent?.startedAtMs !== "number" ? [] : [`(sent after ${sent.startedAtMs} ms)`]),
    ...(typeof sent?.firstByteMs !== "number" ? [] : [`(first byte of its response ${sent.firstByteMs} ms later)`]),
    ...(sent?.response === undefined || sent.response === null ? [] : [`(answered ${sent.response.body.toString()})`]),
    ...(sent?.forkOf === undefined || sent.forkOf === null ? [] : [`(recorded as a fork of ${sent.forkOf})`]),
  ];
  return lines.map((line) => (sign === "" ? line : `${sign} ${line}`));
}
