import { describe, expect, test } from "vitest";
import { credentialSpans } from "../../harness/kernel/credentials/credential-spans.ts";
import { mayHoldCredential } from "../../harness/kernel/credentials/may-hold-credential.ts";
import { patternBeginnings } from "../../harness/kernel/credentials/pattern-beginnings.ts";
import { starredOut } from "../../harness/verdict/hide-credentials.ts";
import { leaks } from "../cassette/leaks.ts";

/** Behind them a text is so long that it is searched in any case. */
const BLANKS = " ".repeat(2_001);

const spansIn = credentialSpans([]);

describe.for(Object.entries(leaks))("a short text with %s", ([, leak]) => {
  test.for([
    ["as it is", leak],
    ["in words", `the client sent ${leak} and more`],
    ["in capitals", leak.toUpperCase()],
    ["in small letters", leak.toLowerCase()],
    ["behind a letter", `x${leak}`],
  ] as const)("is searched like a long one, %s", ([, text]) => {
    const long = spansIn(text + BLANKS).map(({ end, ...span }) => ({ ...span, end: Math.min(end, text.length) }));
    expect(spansIn(text)).toEqual(long);
    expect(starredOut(text)).toBe(starredOut(text + BLANKS).slice(0, text.length));
  });
});

test.for([
  ["pass", "PASSWORD=a1b2c3d4"],
  ["pwd", "DB_PWD=a1b2c3d4"],
  ["key", "API_KEY=a1b2c3d4e5f6"],
  ["token", "--token a1b2c3d4"],
  ["secret", "--secret a1b2c3d4"],
  ["sig", "?sig=a1b2c3d4"],
  ["jwt", "?jwt=a1b2c3d4"],
  ["auth", "auth: bWU6YTFiMmMzZDQ="],
  ["credential", "--credentials a1b2c3d4"],
  ["bearer", "bearer: a1b2c3d4e5f6"],
  ["code", "code=a1b2c3d4e5f6g7h8&state=1"],
  ["-u", "curl -u me:a1b2c3d4"],
  ["mysql", "mysql -p a1b2c3"],
  ["mariadb", "mariadb -p a1b2c3"],
  ["redis-cli", "redis-cli -a a1b2c3"],
  ["sqlcmd", "sqlcmd -P a1b2c3"],
  ["login", "docker login -p a1b2c3"],
  ["a port", "db:5432:app:me:a1b2c3d4"],
  ["any port", "db:*:app:me:a1b2c3d4"],
  ["an address", "db://me:a1b2c3d4@host"],
] as const)("a credential that only its context shows is found by %s", ([, text]) => {
  expect(starredOut(text)).toContain("******");
});

test.for([
  "byte-identical",
  "1 parent breakpoint removed from the shared part, 0 added",
  "allow memory_read, deny bash by allow-tools",
  "every fork sends a request, every request has an answer, every answer is used",
])("a text without any beginning of a credential is not searched: %s", (text) => {
  expect(mayHoldCredential(text)).toBe(false);
});

test.for([
  [String.raw`sk-ant-(?=\d)[\w-]{16,}`, ["sk-ant-"]],
  [String.raw`(?:hf|api_org)_[a-z]{30}`, ["hf_", "api_org_"]],
  [String.raw`(?:gh[po]_\d+|github_pat_\w{22,})x`, ["ghp_", "gho_", "github_pat_"]],
  [String.raw`[Bb][Ee]arer\s+x`, ["bearer"]],
  [String.raw`ya29\.[\w-]{20,}`, ["ya29."]],
  [String.raw`glpat-?[\w-]{20}`, ["glpat"]],
  [String.raw`ab(?:c|d)?e`, ["ab"]],
  [String.raw`ab.c`, ["ab"]],
] as const)("the beginning of %s is what it says in plain signs", ([pattern, beginnings]) => {
  expect(patternBeginnings(pattern)).toEqual(beginnings);
});

test.for([String.raw`\d{4}:AA`, "(?:bot)?x", "a+b", "[a-z]bc", "(?:ab|[0-9]c)"])(
  "a pattern that leaves its beginning open is refused: %s",
  (pattern) => {
    expect(() => patternBeginnings(pattern)).toThrow("no beginning of its own");
  },
);
