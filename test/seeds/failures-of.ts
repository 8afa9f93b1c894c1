import { relative } from "node:path";

/** A test that failed, as Vitest's JSON report has it. */
type Failure = { readonly file: string; readonly title: string; readonly message: string };

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
};

/** What failed, with the head of each message: fast-check puts the seed, the path and the counterexample there. */
export function failuresOf(report: string): readonly Failure[] {
  const { testResults }: Report = JSON.parse(report);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (failed.length === 0 && status === "failed") return [{ file, title: "the file failed", message: message ?? "" }];
    return failed.map(({ fullName, failureMessages = [] }) => ({
      file,
      title: fullName,
      message: headOf(failureMessages.join("\n")),
    }));
  });
}

/** Without the stack, and no longer than a log can bear. */
function headOf(message: string): string {
  return message
    .split("\n")
    .filter((line) => !/^\s+at /.test(line))
    .join("\n")
    .slice(0, 4000);
}
