import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

export const hasOpenssl: boolean = spawnSync("openssl", ["version"]).status === 0;

if (!hasOpenssl) console.warn("NOT RUN: no openssl here to make a certificate");

/** A certificate of `localhost`, and the lines with which a NATS server takes it. */
export function makeCertificate(folder: string): { readonly certificate: string; readonly config: string } {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  // prettier-ignore
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate], { stdio: "ignore" });
  return { certificate, config: `tls { cert_file: "${certificate}", key_file: "${key}" }` };
}
