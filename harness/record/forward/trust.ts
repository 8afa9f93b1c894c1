import { rootCertificates, getCACertificates } from "node:tls";

import { readBytes, statKind } from "../../io/files/disk.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that name a file of certificates, each read by some clients. `added` are trusted besides a client's own roots; all other
 * files replace them.
 */
const fileVariables = [
  { name: "NODE_EXTRA_CA_CERTS", added: true },
  { name: "DENO_CERT", added: true },
  { name: "CODEX_CA_CERTIFICATE", added: true },
  { name: "SSL_CERT_FILE", added: false },
  { name: "REQUESTS_CA_BUNDLE", added: false },
  { name: "CURL_CA_BUNDLE", added: false },
  { name: "AWS_CA_BUNDLE", added: false },
  { name: "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", added: false },
] as const;

/** Certificates in PEM that this machine trusts: Node's, the system's, and those that the environment adds. */
export function trustedRoots(environment: Environment): readonly string[] {
  const named = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].map((name) => textOf(environment[name]));
  return [...new Set([...rootCertificates, ...getCACertificates("system"), ...named.filter((text) => text !== "")])];
}

/**
 * The variables by which clients trust `certificate`, each with a file of its own: what it named before stays trusted.
 *
 * @param write writes a file that lives as long as the client, and answers its path
 */
export function trustVariables(
  certificate: string,
  { environment, roots }: { readonly environment: Environment; readonly roots: readonly string[] },
  write: (name: string, text: string) => string,
): Readonly<Record<string, string>> {
  const bundle = write("roots-and-ca.pem", joined([...roots, certificate]));
  const alone = write("ca.pem", certificate);
  return Object.fromEntries(
    fileVariables.map(({ name, added }) => {
      const before = textOf(environment[name]);
      if (before === "") return [name, added ? alone : bundle];
      return [name, write(`${name.toLowerCase()}.pem`, joined([before, certificate]))];
    }),
  );
}

function textOf(path: string | undefined): string {
  return path === undefined || path === "" || statKind(path) !== "file" ? "" : readBytes(path).toString();
}

function joined(certificates: readonly string[]): string {
  return certificates.map((each) => `${each.trimEnd()}\n`).join("");
}
