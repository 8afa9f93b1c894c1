import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Header } from "../../kernel/exchange.ts";
import type { DialectName } from "../../kernel/layout.ts";
import { providers } from "../../providers/list.ts";
import type { LiveAccess, Provider } from "../../providers/provider.ts";

/** Where live requests go, and with which key. */
export type LiveEndpoint = {
  readonly provider: string;
  readonly baseUrl: URL;
  /** Put in place of whatever the fork under test sends: a fork never sees the key. */
  readonly credential: Header;
  readonly diagnoses: NonNullable<LiveAccess["diagnoses"]> | null;
};

/** The user's settings outside the scenario. */
export type LiveChoice = {
  /** The endpoint's base URL, with or without the API's version; null for the environment's, then the provider's own. */
  readonly baseUrl: string | null;
  readonly environment: (name: string) => string | undefined;
};

/**
 * The endpoint for a parent in this wire format.
 *
 * @throws HarnessError HX310 if the key is not in the environment, HX311 for a provider that live mode does not know, HX508 for
 * an invalid base URL
 */
export function liveEndpoint(
  {
    dialect,
    provider,
    place,
  }: { readonly dialect: DialectName; readonly provider: string | null; readonly place: string },
  { baseUrl, environment }: LiveChoice,
): LiveEndpoint {
  const facts = known(dialect).find(({ name }) => (provider ?? name) === name);
  if (facts === undefined) throw unknownProvider(dialect, provider, place);
  const key = environment(facts.keyVariable);
  if (key === undefined || key.trim() === "") throw withoutKey(facts, place);
  if (!/^[\x21-\x7e]+$/.test(key)) throw unusableKey(facts, place);
  return {
    provider: facts.name,
    baseUrl: parseUrl(baseUrl ?? environment(facts.urlVariable) ?? facts.publicUrl),
    credential: facts.credential(key),
    diagnoses: facts.diagnoses === dialect ? facts.diagnoses : null,
  };
}

type LiveProvider = LiveAccess & Pick<Provider, "name">;

/** Providers that a live run can send this wire format to; the first is the default if the scenario names no provider. */
function known(wire: DialectName): readonly LiveProvider[] {
  return providers.flatMap(({ name, live }) => (live?.wires.includes(wire) === true ? [{ name, ...live }] : []));
}

/** A base URL without the API's version: the paths of recorded requests have it. */
function parseUrl(text: string): URL {
  const url = URL.parse(text.replace(/\/v1\/?$/, "/"));
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new HarnessError({
    code: "HX508",
    what: `"${text}" is not a base URL`,
    fix: "give scheme and host, such as https://api.anthropic.com",
    exit: 2,
  });
}

function withoutKey({ name, keyVariable }: LiveProvider, place: string): HarnessError {
  return new HarnessError({
    code: "HX310",
    what: `a live run asks ${name}, and ${keyVariable} is not set`,
    where: place,
    fix: `set ${keyVariable} to a key of a workspace made for tests, or run without --live`,
    exit: 2,
  });
}

/** A header must not contain a line break; the text itself is never shown. */
function unusableKey({ keyVariable }: LiveProvider, place: string): HarnessError {
  return new HarnessError({
    code: "HX310",
    what: `${keyVariable} holds a line break, a blank or another character that no key has`,
    where: place,
    fix: `set ${keyVariable} to the key alone`,
    exit: 2,
  });
}

function unknownProvider(dialect: DialectName, provider: string | null, place: string): HarnessError {
  const names = known(dialect).map(({ name }) => name);
  return new HarnessError({
    code: "HX311",
    what: `live mode cannot send ${dialect} to ${provider ?? "anybody"}`,
    where: place,
    fix: names.length === 0 ? "run it with `mode: mock`" : `name one of ${names.join(", ")} in provider.name`,
    exit: 2,
  });
}
