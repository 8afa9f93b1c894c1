import type { FailedRequest } from "../kernel/faults/failed-request.ts";

/** The report about a provider that cannot be reached; `network` is the fix for faults of the connection, not of the certificate. */
export function unreachableNotice(where: string, fault: unknown, network: string = BY_PROXY): FailedRequest {
  const what = `the host cannot be reached: ${reasonOf(fault)}`;
  return { code: "HX403", what, where, fix: unreachableFix(fault, network) };
}

const BY_PROXY = "check the network, and HTTPS_PROXY if a proxy is needed";

/** Why a provider cannot be reached, in the system's words. */
export function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const first = fault instanceof AggregateError ? fault.errors[0] : null;
  if (first instanceof Error) return reasonOf(first);
  // OpenSSL's own words, without its place in the source.
  if ("reason" in fault && typeof fault.reason === "string") return fault.reason;
  // Behind it, Node suggests an option of its own command line.
  return fault.message === "" ? fault.name : fault.message.replace(/; if the root CA is installed locally.*/, "");
}

/** The fix for a user. */
export function unreachableFix(fault: unknown, network: string = BY_PROXY): string {
  const code = fault instanceof Error && "code" in fault ? String(fault.code) : "";
  if (UNTRUSTED.test(code))
    return "if you trust this certificate, name the file of its authority in NODE_EXTRA_CA_CERTS and record again";
  if (/^(?:CERT_|ERR_TLS_CERT)/.test(code)) return "check the name of the host and the certificate of its server";
  return network;
}

const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED/;
