import type { Secret } from "./credential-search.ts";

/** Words of a variable's name that say that its value is a secret. */
const secretName = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)(?:_|$)/i;

/** Shorter values occur in texts by chance. A path or a number is not a secret, whatever its name. */
const shortest = 12;
const harmless = /^(?:[./~]|\d+$)/;

/** The values of an environment that must not be written, by the names of their variables. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): readonly Secret[] {
  return Object.entries(environment).flatMap(([name, value = ""]) =>
    secretName.test(name) && value.length >= shortest && !harmless.test(value)
      ? [{ name: `the value of ${name}`, value }]
      : [],
  );
}
