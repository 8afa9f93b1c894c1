import { HarnessError } from "../../kernel/faults/harness-error.ts";

/** A NATS server, who we are there, and the prefix of our subjects and streams. */
export type QueueAddress = {
  readonly url: string;
  /** The URL without user and password. */
  readonly shown: string;
  readonly namespace: string;
  readonly login: QueueLogin;
  /** A PEM file with the authority that signed the server's certificate; null for those that Node knows. */
  readonly caFile: string | null;
  readonly isEncrypted: boolean;
};

export type QueueLogin =
  | { readonly kind: "anonymous" }
  | { readonly kind: "password"; readonly user: string; readonly password: string }
  | { readonly kind: "creds" | "nkey"; readonly file: string };

type WrittenAddress = {
  readonly url: string;
  readonly namespace: string | null;
  readonly creds: string | null;
  readonly nkey: string | null;
  readonly environment: (name: string) => string | undefined;
};

/**
 * Options come first, then user and password of the URL, then the variables that the tools of NATS read.
 *
 * @throws HarnessError HX503
 */
export function parseQueueAddress({ url, namespace, creds, nkey, environment }: WrittenAddress): QueueAddress {
  const parsed = URL.parse(url.includes("://") ? url : `nats://${url}`);
  if (parsed === null || !["nats:", "tls:"].includes(parsed.protocol) || parsed.hostname === "") {
    throw usage(
      `--queue takes the URL of a NATS server, not "${hidePassword(url)}"`,
      "write nats://HOST:4222 or tls://HOST:4222",
    );
  }
  const prefix = namespace ?? "forkproof";
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(prefix)) {
    throw usage(`--namespace takes letters, digits, - and _, not "${prefix}"`, "write --namespace team-a, or the like");
  }
  if (creds !== null && nkey !== null)
    throw usage("--creds and --nkey are two ways to log in", "leave out one of the two");
  const host = `${parsed.hostname}:${parsed.port === "" ? "4222" : parsed.port}`;
  const caFile = environment("NATS_CA") ?? null;
  return {
    url: host,
    shown: `${parsed.protocol}//${host}`,
    namespace: prefix,
    login: loginOf(parsed, { creds, nkey, environment }),
    caFile,
    isEncrypted: parsed.protocol === "tls:" || caFile !== null,
  };
}

function loginOf(
  { username, password }: URL,
  { creds, nkey, environment }: Pick<WrittenAddress, "creds" | "nkey" | "environment">,
): QueueLogin {
  if (creds !== null) return { kind: "creds", file: creds };
  if (nkey !== null) return { kind: "nkey", file: nkey };
  if (username !== "") {
    return { kind: "password", user: decodeURIComponent(username), password: decodeURIComponent(password) };
  }
  const [file, seed, user] = [environment("NATS_CREDS"), environment("NATS_NKEY"), environment("NATS_USER")];
  if (file !== undefined) return { kind: "creds", file };
  if (seed !== undefined) return { kind: "nkey", file: seed };
  return user === undefined
    ? { kind: "anonymous" }
    : { kind: "password", user, password: environment("NATS_PASSWORD") ?? "" };
}

function hidePassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, "//…@");
}

function usage(what: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX503", what, fix, exit: 2 });
}
