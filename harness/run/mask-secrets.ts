import { environmentSecrets } from "../cassette/credentials/environment-secrets.ts";
import { environment } from "../io/process.ts";
import type { PrintedOutput } from "../kernel/run-result.ts";

/** Reports are uploaded: a secret of the environment that a subject has printed is named in them, not shown. */
export function maskSecrets({ stdout, stderr }: PrintedOutput): PrintedOutput {
  const secrets = environmentSecrets(environment());
  const mask = (text: string): string =>
    secrets.reduce((each, { name, value }) => each.replaceAll(value, `[${name}]`), text);
  return { stdout: mask(stdout), stderr: mask(stderr) };
}
