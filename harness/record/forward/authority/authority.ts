import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";

import { epochMs } from "../../../io/clock.ts";
import { AUTHORITY_DAYS, signCertificate } from "./sign-certificate.ts";

/** Signs certificates that only clients trust which were given its own. */
export type Authority = {
  /** Its own certificate, in PEM: not a secret. */
  readonly certificate: string;
  /** In PEM, for the file in which it is kept. */
  readonly privateKey: string;
  readonly validUntilMs: number;
  /** What a server shows as `host`: made once, and kept in memory. */
  readonly contextFor: (host: string) => SecureContext;
};

const DAY_MS = 86_400_000;

export function createAuthority(): Authority {
  const { privateKey, publicKey } = newKeys();
  // Two of one name and with different keys would be taken for each other.
  const name = `forkproof ${new Date(epochMs()).toISOString()}`;
  const validUntilMs = epochMs() + AUTHORITY_DAYS * DAY_MS;
  const certificate = signCertificate(
    { purpose: { kind: "authority" }, publicKey, validUntilMs },
    { name, privateKey },
  );
  return authorityOf(certificate, privateKey, name);
}

/** From its two files. @throws Error if they are not a certificate and its key */
export function readAuthority(certificate: string, privateKey: string): Authority {
  const key = createPrivateKey(privateKey);
  const parsed = new X509Certificate(certificate);
  if (!parsed.checkPrivateKey(key)) throw new Error("the key is not the certificate's");
  return authorityOf(certificate, key, parsed.subject.replace(/^CN=/, ""));
}

function authorityOf(certificate: string, privateKey: KeyObject, name: string): Authority {
  const validUntilMs = Date.parse(new X509Certificate(certificate).validTo);
  const leaf = newKeys();
  const key = pemOf(leaf.privateKey);
  const contexts = new Map<string, SecureContext>();
  const contextFor = (host: string): SecureContext => {
    const known = contexts.get(host);
    if (known !== undefined) return known;
    const about = { purpose: { kind: "host", host }, publicKey: leaf.publicKey, validUntilMs } as const;
    const cert = signCertificate(about, { name, privateKey });
    const context = createSecureContext({ key, cert });
    contexts.set(host, context);
    return context;
  };
  return { certificate, privateKey: pemOf(privateKey), validUntilMs, contextFor };
}

function newKeys(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function pemOf(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}
