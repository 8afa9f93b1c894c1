import { createPublicKey, hash, type KeyObject, sign } from "node:crypto";
import { isIP } from "node:net";

import { epochMs } from "../../../io/clock.ts";
import { newKey } from "../../../io/new-key.ts";
import { bits, integer, objectId, octets, sequence, setOf, tagged, time, utf8, yes } from "./der.ts";

/** What a certificate is for: to sign others, or to be shown for one host. */
export type Purpose = { readonly kind: "authority" } | { readonly kind: "host"; readonly host: string };

const DAY_MS = 86_400_000;
/** Some clients refuse a server's certificate that is valid for longer than 398 days. */
export const AUTHORITY_DAYS = 365;

/**
 * A certificate (RFC 5280) in PEM, valid from yesterday, as clocks differ. Keys are on P-256.
 *
 * @param validUntilMs epoch milliseconds
 */
export function signCertificate(
  {
    purpose,
    publicKey,
    validUntilMs,
  }: { readonly purpose: Purpose; readonly publicKey: KeyObject; readonly validUntilMs: number },
  authority: { readonly name: string; readonly privateKey: KeyObject },
): string {
  const algorithm = sequence(objectId("1.2.840.10045.4.3.2"));
  const issuer = nameOf(authority.name);
  const subject = purpose.kind === "authority" ? issuer : nameOf(purpose.host.slice(0, 64));
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    // Positive, and unlike that of any other.
    integer(Buffer.concat([Buffer.from([1]), newKey().subarray(0, 15)])),
    algorithm,
    issuer,
    sequence(time(epochMs() - DAY_MS), time(validUntilMs)),
    subject,
    spkiOf(publicKey),
    tagged(0xa3, sequence(...extensionsFor(purpose, publicKey, createPublicKey(authority.privateKey)))),
  );
  const certificate = sequence(body, algorithm, bits(sign("sha256", body, authority.privateKey)));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** Python 3.13 and others refuse a certificate without each of these. */
function extensionsFor(purpose: Purpose, own: KeyObject, authority: KeyObject): readonly Buffer[] {
  const keyId = extension("2.5.29.14", octets(keyIdOf(own)));
  const authorityId = extension("2.5.29.35", sequence(tagged(0x80, keyIdOf(authority))));
  if (purpose.kind === "authority") {
    const signsCertificates = bits(Buffer.from([0x04]), 2);
    const isAuthority = sequence(yes(), integer(Buffer.from([0])));
    return [critical("2.5.29.19", isAuthority), critical("2.5.29.15", signsCertificates), keyId];
  }
  const address = addressBytes(purpose.host);
  const name = address === null ? tagged(0x82, Buffer.from(purpose.host, "latin1")) : tagged(0x87, address);
  return [
    critical("2.5.29.19", sequence()),
    critical("2.5.29.15", bits(Buffer.from([0x80]), 7)),
    extension("2.5.29.37", sequence(objectId("1.3.6.1.5.5.7.3.1"))),
    extension("2.5.29.17", sequence(name)),
    keyId,
    authorityId,
  ];
}

/** Null for a name. */
function addressBytes(host: string): Buffer | null {
  if (isIP(host) === 4) return Buffer.from(host.split(".").map(Number));
  if (isIP(host) !== 6) return null;
  const [before = [], after = []] = host.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, "0")).join(""), "hex");
}

function nameOf(commonName: string): Buffer {
  return sequence(setOf(sequence(objectId("2.5.4.3"), utf8(commonName))));
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: "spki", format: "der" });
}

function keyIdOf(key: KeyObject): Buffer {
  return hash("sha1", spkiOf(key), "buffer");
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), octets(value));
}

function critical(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), yes(), octets(value));
}
