import { readTools, promptTools } from "../../reading/read-tools.ts";
import { lineBefore, type SequenceRule } from "../../sequence-rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { conversation } from "../../example-sequence.ts";

/** The tools of a request, and how often each of its line came or went so far. */
type Line = { readonly names: ReadonlySet<string>; readonly turns: ReadonlyMap<string, number> };

const READ = `{"name":"read"}`;
const BOTH = `${READ},{"name":"recall"}`;

export const toolsFlapping: SequenceRule = {
  code: "CB209",
  slug: "tools-flapping",
  segment: "tools",
  severity: "high",
  weight: "cause",
  providerReason: "tools_changed",
  title: "A tool comes and goes from request to request",
  when: "Over three requests or more of one line a tool is declared, is not, and is again, or the other way round.",
  why: "Tools stand first in the prefix, so each change of their list pays for the whole conversation again. A tool may depend on a mode, or on an index that is ready only at times. It breaks the prefix when it comes, and again when it goes.",
  fix: "Declare the tool in every request of the conversation, and refuse the call while it makes no sense.",
  example: {
    broken: conversation(3, (at) => `"tools":[${at === 1 ? READ : BOTH}],`),
    fixed: conversation(3, () => `"tools":[${BOTH}],`),
  },
  watch() {
    const lines: Line[] = [];
    const begun = begunLines();
    return (step) => {
      const before = lineBefore(lines, step);
      const findings = (step.judgement?.findings ?? []).filter(({ segment }) => segment === "tools");
      if (before !== undefined && findings.length === 0) {
        lines[step.place] = before;
        return null;
      }
      const declared = promptTools(
        readTools(
          step.layout,
          step.layout.units.filter(({ segment }) => segment === "tools"),
        ),
      );
      const declaredNames = declared.map(({ name }) => name);
      const line = before === undefined ? begun(declaredNames) : advance(before, new Set(declaredNames));
      lines[step.place] = line;
      const names = [...line.turns].flatMap(([name, turns]) =>
        turns === 2 && before?.turns.get(name) !== 2 ? [name] : [],
      );
      const said = findings.filter(
        (finding) => finding.names.length > 0 && finding.names.every((name) => names.includes(name)),
      );
      if (names.length === 0) return null;
      return { names, observed: `${pluralize(names.length, "tool")} came and went over three requests`, instead: said };
    };
  },
};

/** One object for all lines that begin with the same tools: a log has many conversations of few agents. */
function begunLines(): (names: readonly string[]) => Line {
  const known = new Map<string, Line>();
  return (names) => {
    const key = JSON.stringify(names);
    const line = known.get(key) ?? { names: new Set(names), turns: new Map() };
    known.set(key, line);
    return line;
  };
}

function advance(before: Line, names: ReadonlySet<string>): Line {
  const turns = new Map(before.turns);
  for (const name of new Set([...before.names, ...names])) {
    if (before.names.has(name) !== names.has(name)) turns.set(name, (turns.get(name) ?? 0) + 1);
  }
  return { names, turns };
}
