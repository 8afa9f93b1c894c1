import { environment } from "../io/process.ts";
import { credentialSpans } from "../kernel/credentials/credential-spans.ts";
import { environmentSecrets } from "../kernel/credentials/environment-secrets.ts";

/** Reports are uploaded: a credential that a subject has printed, of whatever form, is named in them, not shown. */
export function maskSecrets(text: string): string {
  let masked = "";
  let at = 0;
  for (const { name, start, end } of credentialSpans(environmentSecrets(environment()))(text)) {
    masked += `${text.slice(at, start)}[${name}]`;
    at = end;
  }
  return masked + text.slice(at);
}
