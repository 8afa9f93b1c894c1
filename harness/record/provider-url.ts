import { providerNamed } from "../providers/list.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";

/** Providers whose base URL clients know how to change. */
export type ProviderName = "anthropic" | "openai" | "gemini";

/** A provider's base URL as it was given, and in the two forms that clients ask for: without the API's version, and with it. */
export type ProviderUrl = { readonly given: string; readonly bare: string; readonly versioned: string };

export type ProviderUrls = Readonly<Record<ProviderName, ProviderUrl>>;

/** A variable that clients read a provider's base URL from, and the form that it has. */
export type UrlVariable = {
  readonly name: string;
  readonly provider: ProviderName;
  readonly form: "bare" | "versioned";
};

/** As the providers' own SDKs read them. */
export const urlVariables: readonly UrlVariable[] = [
  { name: "ANTHROPIC_BASE_URL", provider: "anthropic", form: "bare" },
  { name: "OPENAI_BASE_URL", provider: "openai", form: "versioned" },
  { name: "GOOGLE_GEMINI_BASE_URL", provider: "gemini", form: "bare" },
];

/** Where requests go that are sent nowhere else. */
export function publicUrl(provider: ProviderName): string {
  const url = providerNamed(provider)?.live?.publicUrl;
  if (url === undefined) throw new Error(`${provider} has no public URL in harness/providers`);
  return url;
}

const VERSION = /\/v1\/?$/;

/** All forms of a base URL; one with a path that does not end in a version is taken to have the form that is said. */
export function providerUrl(url: URL, form: UrlVariable["form"] = "bare"): ProviderUrl {
  const given = url.href.replace(/\/$/, "");
  if (VERSION.test(given)) return { given, bare: given.replace(VERSION, ""), versioned: given };
  const isWhole = form === "versioned" && url.pathname !== "/";
  return { given, bare: given, versioned: isWhole ? given : `${given}/v1` };
}

/** The same base URL on another scheme, host and port. */
export function moveUrl({ given, bare, versioned }: ProviderUrl, origin: string): ProviderUrl {
  const moved = (url: string): string => origin + url.slice(new URL(url).origin.length);
  return { given: moved(given), bare: moved(bare), versioned: moved(versioned) };
}

/**
 * The base URL of a provider as a user gives it: clients append the paths of an API, so it must not have anything else at its
 * end.
 *
 * @throws HarnessError HX508 if it is invalid
 */
export function parseBaseUrl(text: string, where: string): URL {
  const refuse = (what: string, fix: string): HarnessError =>
    new HarnessError({ code: "HX508", what, where, fix, exit: 2 });
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw refuse(`"${text}" is not a base URL`, "give scheme and host, such as https://api.anthropic.com");
  // Not shown: it may be a password.
  if (url.username !== "" || url.password !== "")
    throw refuse("a base URL with a user name is not passed on", "leave out what stands before the @");
  if (url.search !== "" || url.hash !== "")
    throw refuse(`"${text}" goes on behind its path`, "leave out what begins with ? or #");
  return url;
}
