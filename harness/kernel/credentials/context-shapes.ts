import { anyCase, type CredentialShape } from "./credential-shapes.ts";
import { isUserAndPassword } from "./user-and-password.ts";

const names = String.raw`(?:api[_-]?key|(?:access|api|auth|refresh|session)[_-]?token|client[_-]?secret|secret[_-]?(?:access[_-]?)?key|(?:encryption|private|signing|master)[_-]?key|client-key-data|authorization|password|(?<![\w-])_?(?:token|secret|auth|passwd|passphrase)|[?&](?:key|sig|token))`;

/** Of a query, in its own words. `key` is not among them: its short values are mostly harmless. `code` has a shape of its own. */
const queryNames = anyCase(
  "(?:code_verifier|(?:access|auth|id|refresh|session|x-amz-security)[_-]?token|token|jwt|(?:client[_-]?)?secret|auth|sig|(?:x-(?:amz|goog)-)?signature|x-goog-credential)",
);

const besideCode = "(?:state|grant_type|redirect_uri)";

/** Members of a query or of a form. */
const members = String.raw`[\w+/~.%&;=:-]`;

/** Behind the sign that ends a name. It asks what stands before only where a value can begin, or long blanks cost their square. */
const behindSign = /[^\s"'\\](?<=^[:=]\s*\\*["']?.)[^]*/g;

const signAndValue = /[:=]\s*\\*["']?[\w+/~.%=-]*/y;

/** A secret of any alphabet, as people choose and paste it. A variable, a mark of a template and a call stand for one only. */
function chosen(shortest: number): string {
  const sign = String.raw`[^\s"'\\,;(){}<>\[\]\x60|]`;
  return String.raw`(?=${sign}{0,100}\d)(?=${sign}{0,100}[A-Za-z])(?![$%{(<]|[A-Za-z_]+(?:\.[A-Za-z_]|\())${sign}{${shortest},200}`;
}

function oneOf(...patterns: readonly string[]): string {
  return `(?:${patterns.join("|")})`;
}

/** Between an option and its value, on a command line or in a list of arguments. */
const next = String.raw`(?:["']?\s{0,4},\s{0,8}["']|=["']?|[ \t]{1,4}["']?)`;

/** The name of a variable, as far as it says what kind of secret it holds. */
const variable = String.raw`(?<![A-Za-z0-9])[A-Z0-9_]{0,60}`;

/** Credentials that only the text around them shows. The pattern begins at what is rare, so that the search is fast. */
export const contextShapes: readonly CredentialShape[] = [
  {
    name: "a private key",
    pattern: String.raw`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\\+[nr]|\s)+(?:(?=[\w+/]{0,64}\d)[\w+/]{20}|Proc-Type|Version|Comment)`,
    // No span extends past a quote.
    whole: /-----BEGIN[^"]*?-----END|-----BEGIN[^"]*/y,
    value:
      /[^\s\\](?<=^-----BEGIN [A-Z0-9 ]{0,60}-----(?:\\{1,16}[nr]|\s){1,40}.)[^]*?(?=(?:\\{1,16}[nr]|\s){0,8}-----END|$)/g,
  },
  {
    name: "a password in an address",
    pattern: String.raw`://[\w.%-]{0,64}:(?=[^\s"'\\/]*\d[^\s"'\\/]*@)[^\s"'\\/]{8,100}@`,
    whole: /:\/\/[^"'\s\\/]*@/y,
    value: /(?<=^:\/\/[^:]*:)[^]+(?=@$)/g,
  },
  {
    name: "a value under a credential's name",
    pattern: String.raw`[:=](?=\s*\\*["']?(?=[\w+/~-]*\d)(?=[\w+/~-]*[A-Za-z])[\w+/~-]{20})(?<=${anyCase(names)}\\*["']?\s*[:=])`,
    whole: signAndValue,
    value: behindSign,
  },
  {
    name: "a credential in the query of an address",
    pattern: String.raw`=(?=[\w+/~.%-]{8})(?=[\w+/~.%-]*\d)(?=[\w+/~.%-]*[A-Za-z])(?<=[?&](?:amp;)?${queryNames}=)`,
    whole: signAndValue,
    value: behindSign,
  },
  {
    // RFC 6749, 4.1.2 and 4.1.3: an answer has it with the `state` of its request, and an exchange for a token with its `grant_type` and
    // address. A `code` alone is an error's, a country's or a coupon's.
    name: "an OAuth authorization code",
    pattern: String.raw`=(?=[\w+/~.%-]{16})(?=[\w+/~.%-]*\d)(?=[\w+/~.%-]*[A-Za-z])(?<=(?<![\w-])code=)(?:(?=${members}{0,2000}&(?:amp;)?${besideCode}=)|(?<=(?<![\w-])${besideCode}=${members}{0,1000}code=))`,
    whole: signAndValue,
    value: behindSign,
  },
  {
    name: "the value of a secret variable",
    pattern: oneOf(
      String.raw`[:=](?<=${variable}_(?:KEY|TOKEN|SECRET|CREDENTIALS?)[:=]) ?["']?${chosen(16)}`,
      String.raw`[:=](?<=${variable}(?:PASSWORD|PASSWD|PASSPHRASE|PWD)[:=]) ?["']?${chosen(8)}`,
    ),
    value: behindSign,
  },
  {
    name: "a quoted value under a credential's name",
    pattern: String.raw`[:=](?<=(?<![A-Za-z0-9])_?${anyCase("(?:password|passwd|passphrase|secret|token)")}["']?\s{0,4}[:=])[ \t]{0,4}["'](?=[^\s"'\\]{8,200}["'])${chosen(8)}`,
    value: behindSign,
  },
  {
    name: "a credential of an option",
    pattern: String.raw`--(?:[a-z]{1,20}-){0,3}(?:token|password|passwd|passphrase|secret|api-?key|access-?key|credentials?)${next}${chosen(8)}`,
    value: /[^\s"',=](?<=^--[a-z-]{1,100}[\s"',=]{1,20}.)[^]*/g,
  },
  {
    name: "a password of a command",
    pattern: oneOf(
      String.raw`-(?<=[\s"']-)(?:[uU]|-(?:proxy-)?user)${next}[\w.@+-]{1,64}:${chosen(8)}`,
      String.raw`-[apP](?<=\b(?:sshpass|mysql\w{0,10}|mariadb\w{0,10}|redis-cli|sqlcmd|login)\b[^\n|;&]{0,100}[\s"']-.)(?:${next})?${chosen(6)}`,
    ),
    value: /(?<=^-(?:u|U|-(?:proxy-)?user)\W{1,12}[\w.@+-]{1,64}:)[^]+|(?<=^-[apP][\s"',=]*)[^\s"',=][^]*/g,
  },
  {
    name: "a password of a login file",
    pattern: oneOf(
      String.raw`password(?<=\b(?:login|machine)\s{1,20}\S{1,100}\s{1,20}password)\s{1,20}${chosen(6)}`,
      // host:port:database:user:password
      String.raw`:(?=(?:\d{4,5}|\*):)(?<=(?:^|[\s"'])[\w.*-]{1,100}:)[\d*]{1,5}:[\w*-]{1,64}:[\w*.-]{1,64}:(?![^\s:]*:)${chosen(8)}`,
    ),
    value: /(?<=^password\s{1,20})\S+|(?<=^:[^:]*:[^:]*:[^:]*:)[^]+/g,
  },
  {
    name: "a user name and password in base64",
    pattern: String.raw`[:=](?<=(?<![A-Za-z0-9])_?auth\\{0,16}["']?\s{0,4}[:=])\s{0,4}\\{0,16}["']?[A-Za-z0-9+/]{8,400}={0,2}(?![\w+/=])`,
    value: behindSign,
    holds: isUserAndPassword,
  },
];
