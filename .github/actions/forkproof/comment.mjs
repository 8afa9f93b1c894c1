// Puts the Markdown report into a comment on the pull request, in place of the one of an earlier run. The comment is a courtesy:
// whatever keeps it from being written is said in the log, and the result of forkproof stands.
import { readFileSync } from "node:fs";
import { cut, MARKER, readReport, say } from "./report.mjs";

/** GitHub refuses a longer comment. */
const LIMIT = 65_536;
/** The most that one page of a list holds. */
const PAGE = 100;
const TIMEOUT_MS = 30_000;

const { MARKDOWN, TOKEN, GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH } = process.env;

try {
  await comment();
} catch (fault) {
  say(`no comment: ${fault.message}`);
}

async function comment() {
  const { text, missing } = readReport(MARKDOWN);
  if (missing !== null) throw new Error(missing);
  const number = pullRequest();
  if (number === null) throw new Error("this run belongs to no pull request");
  if (!TOKEN) throw new Error("there is no token");
  const body = cut(text.startsWith(MARKER) ? text : `${MARKER}\n${text}`, LIMIT, (part) => part.length);
  const earlier = await findEarlier(number);
  if (earlier === null) await ask("POST", `issues/${number}/comments`, { body });
  else await ask("PATCH", `issues/comments/${earlier}`, { body });
  say(earlier === null ? "commented on the pull request" : "replaced the comment of an earlier run");
}

function pullRequest() {
  const event = GITHUB_EVENT_PATH ? JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8")) : {};
  return event.pull_request?.number ?? null;
}

async function findEarlier(number) {
  for (let page = 1; ; page += 1) {
    const found = await ask("GET", `issues/${number}/comments?per_page=${PAGE}&page=${page}`);
    const ours = found.find(({ body }) => body?.startsWith(MARKER));
    if (ours !== undefined) return ours.id;
    if (found.length < PAGE) return null;
  }
}

async function ask(method, path, value) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
      "x-github-api-version": "2022-11-28",
    },
    ...(value && { body: JSON.stringify(value) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return response.json();
  const isForbidden = [401, 403, 404].includes(response.status);
  const fix = isForbidden ? ". Give the job `permissions: { pull-requests: write }`; runs from forks have none" : "";
  throw new Error(`GitHub answered ${method} ${path} with ${response.status}${fix}`);
}
