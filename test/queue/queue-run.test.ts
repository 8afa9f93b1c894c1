import { expect, test } from "vitest";
import { commands } from "../../harness/cli/commands.ts";
import { openQueueRun } from "../../harness/cli/commands/run/queue-run.ts";
import { parseArgv } from "../../harness/cli/parse-argv.ts";

/** Nothing listens there, so a run that connects fails with another code. */
const QUEUE = ["--queue", "nats://127.0.0.1:1"];

async function opened(options: readonly string[]): Promise<unknown> {
  const request = parseArgv(["run", ...options], commands);
  if (request.ask !== "command") throw new Error("not a command");
  return openQueueRun(request.invocation, { live: null, onNote: () => {} });
}

test.each([
  ["a URL of another protocol", ["--queue", "http://127.0.0.1:1"], 'not "http://127.0.0.1:1"'],
  [
    "a URL of another protocol, without its password",
    ["--queue", "http://a:b@127.0.0.1:1"],
    'not "http://…@127.0.0.1:1"',
  ],
  ["a namespace that divides a subject", [...QUEUE, "--namespace", "a.b"], 'not "a.b"'],
  ["--jobs, which workers take", [...QUEUE, "--jobs", "2"], "--jobs runs in this process"],
  ["options of a queue without one", ["--namespace", "a"], "--namespace does nothing without --queue"],
  ["two ways to log in", [...QUEUE, "--creds", "a", "--nkey", "b"], "two ways to log in"],
  ["half a second without a word", [...QUEUE, "--redeliver-after", "0.5"], 'not "0.5"'],
])("%s: a run refuses it before it connects", async (_, options, said) => {
  const message: unknown = expect.stringContaining(said);
  await expect(opened(options)).rejects.toMatchObject({ code: "HX503", exit: 2, message });
});

test.each(["../x", "a.*", "a b", "a,"])("--resume %s names no run, and nothing is asked for", async (name) => {
  const refusal = { code: "HX442", exit: 2, message: "this run is not on the queue" };
  await expect(opened([...QUEUE, "--resume", name])).rejects.toMatchObject(refusal);
});

test("a run with valid options connects", async () => {
  await expect(opened([...QUEUE, "--resume", "20261124-195312-3fa91c"])).rejects.toMatchObject({
    code: "HX432",
    exit: 3,
  });
});
