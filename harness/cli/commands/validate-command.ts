import { pluralize } from "../../kernel/text/format-count.ts";
import { renderError } from "../../report/render-error.ts";
import { renderJson } from "../../report/render-json.ts";
import { validateScenarios } from "../../run/validate-scenarios.ts";
import type { Command } from "../command.ts";

/** Checks scenarios and what they point at without running them. Reports every error, not only the first. */
export const validateCommand: Command = async ({ positionals, options }, { out, err, outStyle }) => {
  const paths = positionals.length === 0 ? ["scenarios"] : positionals;
  const { files, cassettes, scenarios, errors, deprecations } = validateScenarios({ paths });
  for (const line of deprecations) err(`${line}\n`);
  if (options.has("json")) out(renderJson({ schema: "forkproof/validation@2", files, cassettes, scenarios, errors }));
  else {
    for (const error of errors) out(`${renderError(error, outStyle)}\n`);
    const told = errors.length === 0 ? "no errors" : pluralize(errors.length, "error");
    const looked = [
      ...(files > 0 || cassettes === 0 ? [`${pluralize(scenarios, "scenario")} in ${pluralize(files, "file")}`] : []),
      ...(cassettes > 0 ? [pluralize(cassettes, "cassette")] : []),
    ];
    out(`${looked.join(", ")}: ${told}\n`);
  }
  if (errors.length === 0) return 0;
  return errors.some(({ exit }) => exit === 3) ? 3 : 2;
};
