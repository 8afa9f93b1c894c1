import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";

const readme = readFileSync("README.md", "utf8");
const folder = mkdtempSync(join(tmpdir(), "forkproof-readme-"));
/** In the checkout, where `import "forkproof"` finds the library as it does in a program that has installed it. */
mkdirSync("reports", { recursive: true });
const inside = mkdtempSync(resolve("reports", "readme-"));
afterAll(() => [folder, inside].forEach((each) => rmSync(each, { recursive: true })));

/** The code block that the README shows under a file's name. */
function shown(name: string): string {
  const block = new RegExp(`^\`\`\`\\w+ ${name}\\n([\\s\\S]*?)^\`\`\``, "m").exec(readme)?.[1];
  if (block === undefined) throw new Error(`the README shows no ${name}`);
  return block;
}

describe("the README's fork", () => {
  const scenario = join(folder, "my-fork.yaml");
  const report = join(folder, "report.json");

  it("fails as the README says, and passes once it is fixed", async () => {
    writeFileSync(scenario, shown("my-fork.yaml"));
    writeFileSync(join(folder, "my-fork.mjs"), shown("my-fork.mjs"));
    const broken = await runForkproof(["run", scenario, "--report", report], ".");
    expect(broken.exit).toBe(1);
    const says = /^ {2}diverged {2}request 2[\s\S]*?explain CB202$/m;
    expect(says.exec(readme)?.[0]).toBe(says.exec(broken.out)?.[0]);

    const fixed = shown("my-fork.mjs").replace(/tools: request\.tools\.filter.*/, "tools: request.tools,");
    writeFileSync(join(folder, "my-fork.mjs"), fixed);
    const passed = await runForkproof(["run", scenario, "--report", report], ".");
    expect(passed.out).toMatch(/^passed {2}1 job/m);
    expect(passed.exit).toBe(0);
  });

  it("the README's own agent forks itself, and keeps its prefix", async () => {
    writeFileSync(join(inside, "my-agent.mjs"), shown("my-agent.mjs"));
    writeFileSync(join(inside, "my-agent.yaml"), shown("my-agent.yaml"));
    const args = ["run", join(inside, "my-agent.yaml"), "--report", report];
    const { exit, out } = await runForkproof(args, ".", { PATH: dirname(process.execPath) });
    expect(exit, out).toBe(0);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
      jobs: [{ judgements: [{ verdict: "byte-identical", reusable: "yes" }], forks: [{ turns: [{}, {}] }] }],
    });
  });

  it("a recording of the README's own agent is replayed, once its one conversation is told apart", async () => {
    writeFileSync(join(inside, "my-agent.mjs"), shown("my-agent.mjs"));
    const script = /^ {2}script:\n([\s\S]*?)^expect:/m.exec(shown("my-agent.yaml"))?.[1] ?? "";
    writeFileSync(join(inside, "script.yaml"), script);
    const environment = { PATH: dirname(process.execPath) };
    const recording = ["record", "--mock", "script.yaml", "--out", "recorded", "--", "node", "my-agent.mjs"];
    expect(await runForkproof(recording, inside, environment)).toMatchObject({ exit: 0 });

    const provider = "provider: { mode: replay, cassette: ./recorded }\n";
    const scenario = shown("my-agent.yaml").replace(/^provider:\n[\s\S]*?(?=^expect:)/m, provider);
    writeFileSync(join(inside, "replayed.yaml"), scenario);
    const args = ["run", "replayed.yaml", "--report", report];
    const refused = await runForkproof(args, inside, environment);
    expect(refused.exit).toBe(2);
    expect(refused.out.replaceAll(/\s+/g, " ")).toContain(
      "HX306 The recording shows one conversation, so no request is known to be the fork's. Candidates for its first request: 2." +
        ' where recorded/cassette.yaml, exchange 2 fix Add to cassette.yaml: `forkOf: "1"` under `id: "2"`.',
    );

    const cassette = join(inside, "recorded", "cassette.yaml");
    writeFileSync(cassette, readFileSync(cassette, "utf8").replace('id: "2"\n', 'id: "2"\n    forkOf: "1"\n'));
    const passed = await runForkproof(args, inside, environment);
    expect(passed.exit, passed.out).toBe(0);
  });

  it("every command that the README names exists", async () => {
    const { out } = await runForkproof(["--help"], ".");
    const named = [...readme.matchAll(/forkproof -- (\w+)/g)].map(([, command]) => command);
    expect(named.length).toBeGreaterThan(4);
    for (const command of named) expect(out).toMatch(new RegExp(`^ {2}${command} `, "m"));
  });
});
