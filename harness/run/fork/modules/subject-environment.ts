import { environment } from "../../../io/process.ts";
import { markEnvironment } from "../../../io/workers/run-mark.ts";

/** What a scenario's `fork.env` gives a subject: values, and null for the value of this process. */
export type OwnVariables = Readonly<Record<string, string | null>>;

/**
 * What programs need to start and to print, and no key or token: a subject prints into reports. Beside Unix' own: what Windows'
 * programs need, how Node and Python find packages, and forkproof's own switches.
 */
const NEEDED =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|TZ|LANG|LANGUAGE|LC_\w+|TMPDIR|TEMP|TMP|PWD|CI|NO_COLOR|FORCE_COLOR|NODE_ENV|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|PYTHONPATH|VIRTUAL_ENV|XDG_\w+|FORKPROOF_\w+|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES)$/i;

/** Variables in which clients and `--live` look for a provider's key. */
const KEY = /_API_KEY$|^ANTHROPIC_AUTH_TOKEN$/;

/** Their replacements: any key works on loopback. */
const STAND_IN = "forkproof-subject";

/** The environment of a subject: what programs need, the mark of this run, and what its scenario adds. */
export function subjectEnvironment(own: OwnVariables = {}): Readonly<Record<string, string | undefined>> {
  const inherited = environment();
  const needed = Object.entries(inherited).flatMap(([name, value]) => {
    if (KEY.test(name)) return [[name, STAND_IN] as const];
    return NEEDED.test(name) ? [[name, value] as const] : [];
  });
  const added = Object.entries(own).map(([name, value]) => [name, value ?? inherited[name]] as const);
  return markEnvironment(Object.fromEntries([...needed, ...added]));
}
