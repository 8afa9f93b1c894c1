import { expect, test } from "vitest";

import { failedRequestTeller } from "../../harness/cli/failed-request-teller.ts";
import { failedRequest } from "../../harness/kernel/faults/failed-request.ts";
import { leaks } from "../cassette/leaks.ts";

test("a request on which forkproof failed is named without the token in its path or in the error", () => {
  const token = leaks["a GitHub token"] ?? "";
  const printed: string[] = [];
  const tell = failedRequestTeller({
    err: (text) => void printed.push(text),
    errStyle: { columns: 200, colour: false },
  });
  const fault = new Error(`cannot read ${token}`);
  tell(failedRequest(fault, { method: "GET", path: `/bot${token}/updates?key=1` }), fault);
  expect(printed.join("")).toContain("GET /bot");
  expect(printed.join("")).toContain("a GitHub token");
  expect(printed.join("")).not.toContain(token.slice(4, 20));
});
