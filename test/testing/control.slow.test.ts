import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { serveForkproof } from "../cli/serve-forkproof.ts";
import { ask, FORK, PARENT, script, SYSTEM } from "./ask-model.ts";

let folder: TempFolder;
beforeAll(() => (folder = makeTempFolder()));
afterAll(() => folder[Symbol.dispose]());

type Said = { readonly status: number; readonly text: string };

/** As any HTTP client would ask: fetch forbids a Host and an Origin of one's own. */
async function call(url: string, method: string, body = "", headers: Record<string, string> = {}): Promise<Said> {
  const { promise, resolve, reject } = Promise.withResolvers<Said>();
  // A URL object would resolve `..` before it is sent.
  const path = url.slice(new URL(url).origin.length);
  const sent = request(url, { method, headers, path }, (response) => {
    const pieces: Buffer[] = [];
    response.on("data", (piece: Buffer) => pieces.push(piece));
    response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }));
  });
  sent.on("error", reject).end(body);
  return promise;
}

async function document(said: Promise<Said>): Promise<{ status: number } & Record<string, unknown>> {
  const { status, text } = await said;
  return { ...(JSON.parse(text) as Record<string, unknown>), status };
}

test("two cases side by side have a script, a cache and a log of their own, and are judged apart", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--control"], folder.path);
  const cases = `${baseUrl}/__forkproof/cases`;
  const sound = await document(call(`${cases}/sound`, "POST", JSON.stringify(script)));
  expect(sound).toEqual({ status: 201, case: "sound", baseUrl: `${baseUrl}/case/sound` });
  await call(`${cases}/broken`, "POST", "script: { parent: [{ text: Berta did. }], fork: [{ text: None holds. }] }");
  const answers = await Promise.all(
    ["sound", "broken"].map((name) => ask(fetch, SYSTEM, PARENT, `${baseUrl}/case/${name}`)),
  );
  expect(answers).toEqual([expect.stringContaining("Anna did."), expect.stringContaining("Berta did.")]);
  await ask(fetch, SYSTEM, FORK, `${baseUrl}/case/sound`);
  await ask(
    fetch,
    `${SYSTEM} You are a fork.`,
    ["Who sailed?", "Berta did.", "Which notes hold?"],
    `${baseUrl}/case/broken`,
  );
  const [whole, cut] = await Promise.all(
    ["sound", "broken"].map((name) => document(call(`${cases}/${name}/judgement`, "GET"))),
  );
  expect(whole).toMatchObject({
    schema: "forkproof/inspection@2",
    totals: { requests: 2, breaks: 0 },
    exchanges: [{}, { verdict: "byte-identical", reusable: "yes", findings: [] }],
  });
  expect(cut).toMatchObject({
    totals: { breaks: 1 },
    exchanges: [{}, { verdict: "diverged", findings: [{ code: "CB301" }, { code: "CB506" }] }],
  });
  const { exchanges } = await document(call(`${cases}/sound/exchanges`, "GET"));
  expect(exchanges).toMatchObject([
    { id: "1", lane: "parent", path: "/v1/messages", outcome: "complete", response: { status: 200 } },
    { id: "2", lane: "fork", request: expect.stringContaining("Which notes hold?") },
  ]);
  expect(JSON.stringify(exchanges), "no key is listed").not.toContain("x-api-key");
  expect(await interrupt()).toEqual({ exit: 0, out: "", err: "" });
});

test("advance lets the virtual time of one case pass, so its entry expires and the other's stays", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--control"], folder.path);
  const cases = `${baseUrl}/__forkproof/cases`;
  const reads: number[] = [];
  for (const name of ["kept", "expired"]) {
    await call(`${cases}/${name}`, "POST", JSON.stringify(script));
    await ask(fetch, SYSTEM, PARENT, `${baseUrl}/case/${name}`);
    if (name === "expired") {
      expect(await document(call(`${cases}/${name}/advance`, "POST", '{"by":"6m"}'))).toMatchObject({ status: 200 });
    }
    const answer = JSON.parse(await ask(fetch, SYSTEM, FORK, `${baseUrl}/case/${name}`)) as Answered;
    reads.push(answer.usage.cache_read_input_tokens);
  }
  expect(reads).toEqual([expect.toSatisfy((tokens: number) => tokens > 4000), 0]);
  expect((await interrupt()).exit).toBe(0);
});

type Answered = { readonly usage: { readonly cache_read_input_tokens: number } };

test("a control request that cannot be answered is refused, with the way to fix it", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--control"], folder.path);
  const cases = `${baseUrl}/__forkproof/cases`;
  await call(`${cases}/notes`, "POST", JSON.stringify(script));
  const refused: readonly (readonly [string, string, string, number, string])[] = [
    ["POST", "/notes2", '{"frok":[]}', 400, "Did you mean `fork`?"],
    ["POST", "/notes2", "", 400, "empty"],
    ["POST", "/a%20b", "[]", 400, "letters, digits"],
    ["POST", "/.", JSON.stringify(script), 400, 'HX545 "." cannot name a case'],
    ["POST", "/..", JSON.stringify(script), 400, "not with dots alone"],
    ["POST", "/empty", "[]", 400, "HX141 script has no step"],
    ["POST", "/empty", "{}", 400, "Write at least one answer"],
    ["POST", "/empty", '{"parent":[],"fork":{"turns":[]}}', 400, "HX141 script has no step"],
    ["GET", "/note/exchanges", "", 404, 'did you mean "notes"?'],
    ["GET", "/notes/judgment", "", 404, 'did you mean "judgement"?'],
    ["GET", "/notes/judgement", "", 409, "HX252"],
    ["GET", "/notes", "", 405, "send POST"],
    ["POST", "/notes/advance", '{"by":"six"}', 400, "250ms"],
    ["POST", "/notes/advance", '{"bye":"6m"}', 400, "by"],
    ["POST", "/notes/advance", "6m", 400, "by"],
    ["GET", "/notes/exchanges/1", "", 404, "/__forkproof/cases/NAME"],
    ["POST", "/notes?replace=yes", "[]", 400, "?replace=1"],
    ["GET", "/notes/exchanges?replace=1", "", 400, "only POST"],
  ];
  for (const [method, path, body, status, words] of refused) {
    const said = await call(`${cases}${path}`, method, body);
    expect([path, said.status], said.text).toEqual([path, status]);
    const { code, what, fix } = JSON.parse(said.text) as Record<string, string>;
    expect(`${code} ${what} ${fix}`).toContain(words);
  }
  // Nothing was asked of a case that was only begun: its script is left over.
  const { exit, err } = await interrupt();
  expect([exit, err]).toEqual([1, expect.stringContaining("case notes, script, lane fork, step 1")]);
});

test("a case in which nothing was compared or answered has no judgement", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--control"], folder.path);
  const overloaded = { error: { status: 529 } };
  const silent: readonly (readonly [string, object, readonly (readonly string[])[], string])[] = [
    ["alone", { parent: [{ text: "Yes." }] }, [PARENT], "HX252"],
    [
      "apart",
      { parent: [{ text: "Yes." }, { text: "No." }] },
      [PARENT, ["Who stayed?"]],
      "HX543 judgement: no request was compared",
    ],
    ["refused", { parent: [overloaded], fork: [overloaded] }, [PARENT, FORK], "HX543 judgement: "],
  ];
  for (const [name, scripted, asked, words] of silent) {
    const path = `${baseUrl}/__forkproof/cases/${name}`;
    await call(path, "POST", JSON.stringify(scripted));
    for (const said of asked) await ask(fetch, SYSTEM, said, `${baseUrl}/case/${name}`);
    const { status, text } = await call(`${path}/judgement`, "GET");
    const { code, what, fix } = JSON.parse(text) as Record<string, string>;
    expect([name, status, `${code} ${what}`]).toEqual([name, 409, expect.stringContaining(words)]);
    expect(fix).toMatch(/./);
  }
  await interrupt();
});

test("a judgement lists requests that the script did not foresee, and steps that no request asked for", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--control"], folder.path);
  const left = { code: "HX412", where: expect.stringContaining("case left, script, lane fork[2], step 1") };
  const unforeseen = { code: "HX411", where: "case more, request 3", fix: expect.stringMatching(/./) };
  const cases: readonly (readonly [string, object, readonly (readonly string[])[], readonly object[]])[] = [
    ["sound", script, [PARENT, FORK], []],
    [
      "left",
      { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }], "fork[2]": [{ text: "Anna's." }] },
      [PARENT, FORK],
      [left],
    ],
    ["more", script, [PARENT, FORK, [...FORK, "All hold.", "Which one first?"]], [unforeseen]],
  ];
  for (const [name, scripted, asked, faults] of cases) {
    const path = `${baseUrl}/__forkproof/cases/${name}`;
    await call(path, "POST", JSON.stringify(scripted));
    for (const said of asked) await ask(fetch, SYSTEM, said, `${baseUrl}/case/${name}`);
    const judgement = await document(call(`${path}/judgement`, "GET"));
    expect(judgement).toMatchObject({ status: 200, faults });
  }
  expect((await interrupt()).exit).toBe(1);
});

test("a case that has answered is not begun anew by a second test of the same name, only by a test that asks for it", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--control"], folder.path);
  const path = `${baseUrl}/__forkproof/cases/notes`;
  expect((await call(path, "POST", JSON.stringify(script))).status).toBe(201);
  expect((await call(path, "POST", JSON.stringify(script))).status, "it has answered nothing yet").toBe(201);
  await ask(fetch, SYSTEM, PARENT, `${baseUrl}/case/notes`);
  const refused = await document(call(path, "POST", JSON.stringify(script)));
  expect(refused).toMatchObject({ status: 409, code: "HX545", fix: expect.stringContaining("?replace=1") });
  await ask(fetch, SYSTEM, FORK, `${baseUrl}/case/notes`);
  expect(await document(call(`${path}/judgement`, "GET"))).toMatchObject({ status: 200, totals: { requests: 2 } });
  expect((await call(`${path}?replace=1`, "POST", JSON.stringify(script))).status).toBe(201);
  expect(await document(call(`${path}/exchanges`, "GET"))).toMatchObject({ exchanges: [] });
  // The script that was posted twice was not used the first time.
  const { exit, err } = await interrupt();
  expect([exit, err]).toEqual([1, expect.stringContaining("case notes, script, lane parent, step 1")]);
});

test("a request without a case and one for an unknown case reach the SDK's user as an error of their wire format", async () => {
  const { baseUrl, interrupt } = await serveForkproof(["--control"], folder.path);
  const asked = { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user" as const, content: "Hi." }] };
  for (const [base, words] of [
    [baseUrl, "/case/NAME"],
    [`${baseUrl}/case/gone`, "__forkproof/cases/gone"],
  ] as const) {
    const client = new Anthropic({ baseURL: base, apiKey: "any", maxRetries: 0 });
    await expect(client.messages.create(asked)).rejects.toThrow(words);
  }
  expect((await interrupt()).exit).toBe(0);
});

test("every other Host is refused with and without --control, and a control request with an Origin", async () => {
  const served = await serveForkproof(["--control"], folder.path);
  const { port } = new URL(served.baseUrl);
  const path = `${served.baseUrl}/__forkproof/cases/notes`;
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", "0.0.0.0"]) {
    const said = await call(path, "POST", JSON.stringify(script), { host });
    expect([host, said.status], said.text).toEqual([host, 403]);
    expect((await call(`${served.baseUrl}/case/notes/v1/messages`, "POST", "{}", { host })).status).toBe(403);
  }
  for (const origin of ["http://evil.example", "null", served.baseUrl]) {
    expect((await call(path, "POST", JSON.stringify(script), { origin })).status).toBe(403);
  }
  expect((await call(`${path}/exchanges`, "GET")).status, "none of them made the case").toBe(404);
  for (const host of ["localhost", `localhost:${port}`, "127.0.0.1", `[::1]:${port}`]) {
    expect((await call(path, "POST", JSON.stringify(script), { host })).status).toBe(201);
  }
  expect((await served.interrupt()).exit, "the script of the case is left over").toBe(1);

  const plain = await serveForkproof(["--script", "script.yaml"], scriptFolder());
  const said = await call(`${plain.baseUrl}/v1/messages`, "POST", "{}", { host: "evil.example" });
  expect([said.status, said.text]).toEqual([403, expect.stringContaining("HX546")]);
  await plain.interrupt();
});

test("serve without --control has no control requests, and without both options no script", async () => {
  const plain = await serveForkproof(["--script", "script.yaml"], scriptFolder());
  expect((await call(`${plain.baseUrl}/__forkproof/cases/notes`, "POST", "[]")).status).toBe(404);
  await plain.interrupt();
  expect(await runForkproof(["serve"], folder.path)).toMatchObject({ exit: 2, err: expect.stringContaining("HX504") });
});

/** Holds one script. */
function scriptFolder(): string {
  writeFileSync(join(folder.path, "script.yaml"), "[{ text: Hello. }]");
  return folder.path;
}
