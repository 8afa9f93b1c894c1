import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";

const FOLDER = "../shared/ground-truth";
const isThere = existsSync(FOLDER);
if (!isThere) console.warn(`${FOLDER} is not here: no request that a real provider refused is shown to the mocked one`);

type Line = {
  readonly seq: string;
  readonly idx: number;
  readonly provider: string;
  readonly url: string;
  readonly request_body_raw: string | null;
  readonly request_headers: Readonly<Record<string, string>> | null;
  readonly response_status: number | null;
  readonly response_body: string;
};

/**
 * What the mocked provider leaves out, by what the recording is called or says, and why. The first row that fits has it. Of the words
 * in harness/providers/FACTS.md#anthropic-refusals that were not recorded two are left out: edited thinking and a bad signature, since signatures are sealed
 * (those of its own answers are held to their conversation, V57), and one report says that an edited text under a whole one passes.
 */
const LEFT_OUT: readonly (readonly [fits: (line: Line) => boolean, why: string])[] = [
  [
    ({ response_status: status }) => status === 401 || status === 403,
    "who may ask is decided by the key, which the mocked provider does not know",
  ],
  [says(/API key not valid/), "the same, as Gemini answers it"],
  [says(/Incorrect API key provided/), "the same, as xAI answers it"],
  [({ response_status: status }) => (status ?? 0) >= 429, "a limit or a failure of the moment; scripts play those"],
  [
    by(/^(?:ollama\.com|llamacpp\.invalid|perplexity|cohere|venice\.invalid|doubleword\.invalid|azure)$/),
    "a provider that is not served",
  ],
  [says(/tool_use_failed/), "Groq refuses what its model wrote, not the request"],
  [says(/count(?:ing tokens|-tokens)|web_search_20250305/), "Bedrock's endpoint that counts tokens is not served"],
  [
    says(/end of its life|has been deprecated|on-demand throughput/),
    "which models are still served, and how, changes by the month",
  ],
  [says(/Error while downloading/), "nothing is fetched"],
  [says(/Schema is too complex for compilation/), "how much one schema may hold in all is not told"],
  [says(/"code":"(?:3051|1500)"/), "Mistral's list of models, and what each can do, is not known"],
];

function says(words: RegExp): (line: Line) => boolean {
  return ({ response_body: body }) => words.test(body);
}

function by(name: RegExp): (line: Line) => boolean {
  return ({ provider }) => name.test(provider);
}

describe.skipIf(!isThere)("the mocked provider refuses the same bodies as a real provider", () => {
  const lines = isThere ? readLines() : [];
  const told = lines.filter((line) => LEFT_OUT.every(([fits]) => !fits(line)));

  test("for most of the recorded refusals, with a reason for each one that is left out", () => {
    const first = lines.map((line) => LEFT_OUT.findIndex(([fits]) => fits(line)));
    const unmet = LEFT_OUT.filter((_, index) => !first.includes(index)).map(([, why]) => why);
    expect(unmet).toEqual([]);
    expect(told.length).toBeGreaterThan(45);
  });

  test.each(told.map((line) => [nameOf(line), line] as const))("as in %s", async (_name, line) => {
    const refused = await ask(line);
    expect(refused.status, await refused.clone().text()).toBe(line.response_status);
    expect(shapeOf(await refused.text())).toEqual(shapeOf(line.response_body));
  });
});

function readLines(): readonly Line[] {
  return globSync(`${FOLDER}/*/*.jsonl`)
    .toSorted()
    .flatMap((file) => readFileSync(file, "utf8").split("\n").filter(Boolean))
    .map((text) => JSON.parse(text) as Line)
    .filter(({ response_status: status, request_body_raw: body }) => status !== null && status >= 400 && body !== null);
}

function nameOf({ provider, seq, idx }: Line): string {
  return `${provider}: ${/\/([^/]+)\.\w+@/.exec(seq)?.[1] ?? seq} ${idx}`;
}

/** A text as long as the recorder's placeholder stood for: ten of them are too long for every model here. */
const MASSIVE = "The harbour office keeps a book of every ship that came in. ".repeat(10_000);

async function ask({ url, request_body_raw: body, request_headers: headers }: Line): Promise<Response> {
  const provider = await createMockProvider({ script: parseScript([{ text: "Fine." }]), clock: createVirtualClock() });
  const beta = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() === "anthropic-beta");
  const { pathname, search } = new URL(url.replaceAll(/<[A-Z_]+>/g, "us-east-1"));
  return mockFetch(provider)(`https://provider.example${pathname}${search}`, {
    method: "POST",
    headers: Object.fromEntries([
      ["authorization", "Bearer k"],
      ["x-api-key", "k"],
      ["x-goog-api-key", "k"],
      ["anthropic-version", "2023-06-01"],
      ["x-forkproof-lane", "fork"],
      ...beta,
    ]),
    body: (body ?? "").replaceAll("<MASSIVE_TEXT>", MASSIVE),
  });
}

/**
 * The members that a refusal has, and its words without what another count of tokens, a name that the recorder took out or other white
 * space changes. The error comes with ids of the request and, at OpenRouter, of whom it asked.
 */
function shapeOf(text: string): unknown {
  const { request_id: _request, user_id: _user, error, ...rest } = JSON.parse(text) as Json;
  const { metadata: _metadata, ...told } = typeof error === "object" && error !== null ? (error as Json) : {};
  return masked({ ...rest, error: typeof error === "object" ? told : error });
}

type Json = { readonly [name: string]: unknown };

function masked(value: unknown): unknown {
  if (typeof value === "string") {
    return value
      .replaceAll(
        /\b\d{3,}\b(?=\d* tokens| of text| in the| >|\))|(?<=column | total_token_count=|requested |about )\d+/g,
        "N",
      )
      .replace(/(?<=but got )(\d+)\.0\b/, "$1")
      .replace("Call ListModels", "Call ModelService.ListModels");
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, masked(each)] as const);
  return Object.fromEntries(members.filter(([, each]) => each !== null));
}
