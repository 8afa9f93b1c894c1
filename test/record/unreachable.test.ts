import { expect, test } from "vitest";
import { unreachableNotice } from "../../harness/record/unreachable.ts";

const fault = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test("the fix for a certificate that is not trusted names the variable that adds its authority, and not the network", () => {
  const untrusted =
    "self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca";
  expect(unreachableNotice("https://a.test", fault("DEPTH_ZERO_SELF_SIGNED_CERT", untrusted))).toEqual({
    code: "HX403",
    what: "the host cannot be reached: self-signed certificate",
    where: "https://a.test",
    fix: expect.stringContaining("NODE_EXTRA_CA_CERTS") as string,
  });
});

test.each([
  ["CERT_HAS_EXPIRED", "check the name of the host and the certificate of its server"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "check the name of the host and the certificate of its server"],
  ["ECONNREFUSED", "check the network, and HTTPS_PROXY if a proxy is needed"],
])("a host that cannot be reached by %s has a fix of its own", (code, fix) => {
  expect(unreachableNotice("a.test:443", fault(code, "no")).fix).toBe(fix);
});
