import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { documents, readDocuments, shownFile } from "./documents.ts";

const readme = readFileSync("README.md", "utf8");
const folder = mkdtempSync(join(tmpdir(), "forkproof-readme-"));
/** In the checkout, where `import "forkproof"` finds the library as it does in a program that has installed it. */
mkdirSync("reports", { recursive: true });
const inside = mkdtempSync(resolve("reports", "readme-"));
afterAll(() => [folder, inside].forEach((each) => rmSync(each, { recursive: true })));

describe("the READMEs", () => {
  const scenario = join(folder, "my-fork.yaml");
  const report = join(folder, "report.json");

  it("show a fork that fails with the printed explanation and passes once it is fixed", async () => {
    writeFileSync(scenario, shownFile("my-fork.yaml"));
    writeFileSync(join(folder, "my-fork.mjs"), shownFile("my-fork.mjs"));
    const broken = await runForkproof(["run", scenario, "--report", report], ".");
    expect(broken.exit).toBe(1);
    const says = /^ {2}diverged {2}request 2[\s\S]*?explain CB202$/m;
    expect(says.exec(readme)?.[0]).toBe(says.exec(broken.out)?.[0]);

    const fixed = shownFile("my-fork.mjs").replace(/tools: request\.tools\.filter.*/, "tools: request.tools,");
    writeFileSync(join(folder, "my-fork.mjs"), fixed);
    const passed = await runForkproof(["run", scenario, "--report", report], ".");
    expect(passed.out).toMatch(/^passed {2}1 job/m);
    expect(passed.exit).toBe(0);
  });

  it("show an agent that forks itself and keeps its prefix", async () => {
    writeFileSync(join(inside, "my-agent.mjs"), shownFile("my-agent.mjs"));
    writeFileSync(join(inside, "my-agent.yaml"), shownFile("my-agent.yaml"));
    const args = ["run", join(inside, "my-agent.yaml"), "--report", report];
    const { exit, out } = await runForkproof(args, ".", { PATH: dirname(process.execPath) });
    expect(exit, out).toBe(0);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
      jobs: [{ judgements: [{ verdict: "byte-identical", reusable: "yes" }], forks: [{ turns: [{}, {}] }] }],
    });
  });

  it("show an agent whose recording is replayed once `forkOf` names the fork", async () => {
    writeFileSync(join(inside, "my-agent.mjs"), shownFile("my-agent.mjs"));
    const script = /^ {2}script:\n([\s\S]*?)^expect:/m.exec(shownFile("my-agent.yaml"))?.[1] ?? "";
    writeFileSync(join(inside, "script.yaml"), script);
    const environment = { PATH: dirname(process.execPath) };
    const recording = ["record", "--mock", "script.yaml", "--out", "recorded", "--", "node", "my-agent.mjs"];
    expect(await runForkproof(recording, inside, environment)).toMatchObject({ exit: 0 });

    const provider = "provider: { mode: replay, cassette: ./recorded }\n";
    const scenario = shownFile("my-agent.yaml").replace(/^provider:\n[\s\S]*?(?=^expect:)/m, provider);
    writeFileSync(join(inside, "replayed.yaml"), scenario);
    const args = ["run", "replayed.yaml", "--report", report];
    // The script's lanes name the fork. A recording of a real provider does not.
    const recorded = join(inside, "recorded", "cassette.yaml");
    writeFileSync(recorded, readFileSync(recorded, "utf8").replace(/^ *forkOf: .*\n/m, ""));
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

  it("name only commands that exist", async () => {
    const { out } = await runForkproof(["--help"], ".");
    const named = [...readDocuments().matchAll(/forkproof -- (\w+)/g)].map(([, command]) => command);
    expect(named.length).toBeGreaterThan(4);
    for (const command of named) expect(out).toMatch(new RegExp(`^ {2}${command} `, "m"));
  });

  it("show the table that a run of three scenarios prints", async () => {
    const text = readFileSync("scenarios/README.md", "utf8");
    const [, line = "", table = ""] = /forkproof -- (run scenarios.*)\n```\n\n```\n([\s\S]*?)^```/m.exec(text) ?? [];
    const { out } = await runForkproof([...line.split(" "), "--report", report], ".");
    const untimed = (printed: string): string => printed.replace(/\([\d.]+ s\)/, "").trim();
    expect(table).toContain("passed  3 jobs");
    expect(untimed(out.replace(/^report: .*/m, ""))).toBe(untimed(table));
  });

  it("excerpt the agent of the fork library line by line", () => {
    const excerpt = /^```js\n([\s\S]*?)^```/m.exec(readme)?.[1] ?? "";
    expect(excerpt).toContain(".fork({");
    expect(shownFile("my-agent.mjs")).toContain(excerpt);
  });

  it("link to files and sections that exist", () => {
    const links = [...documents, "ARCHITECTURE.md", "CONTRIBUTING.md"].flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)/g)].map(
        ([link, target = "", section]) => ({ link, section, file: target === "" ? path : join(dirname(path), target) }),
      ),
    );
    expect(links.length).toBeGreaterThan(20);
    for (const { link, section, file } of links) {
      expect(existsSync(file), link).toBe(true);
      if (section !== undefined) expect(sectionsOf(file), link).toContain(section);
    }
  });

  it("keep the first one short enough to be read", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(221);
  });
});

/** The anchors that a page of Markdown gives its headings. */
function sectionsOf(file: string): readonly string[] {
  const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}
