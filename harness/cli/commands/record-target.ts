import { environmentVariable } from "../../io/process.ts";
import { type Arrange, arrangeNamed, arrangeVariables, presets } from "../../record/presets.ts";
import {
  parseBaseUrl,
  type ProviderName,
  type ProviderUrl,
  providerUrl,
  type ProviderUrls,
  publicUrl,
  urlVariables,
} from "../../record/provider-url.ts";
import { type Invocation, valueOf } from "../command.ts";
import { unknownWord, usageError } from "../usage-error.ts";

/** The target of the requests, and the settings that send the client through our proxy. */
export type RecordTarget = { readonly upstreams: ProviderUrls; readonly arrange: Arrange };

/**
 * Reads `--preset`, `--env`, `--upstream`; `mockUrl` stands for every provider where there is one.
 *
 * @throws HarnessError HX502 no such preset, HX503 no name of a variable, HX505 options that contradict each other, HX508 no base URL
 */
export function readTarget(invocation: Invocation, mockUrl: string | null): RecordTarget {
  const given = valueOf(invocation, "upstream");
  if (given !== null && mockUrl !== null) {
    throw usageError("HX505", "--upstream and --mock contradict each other", "give one of them");
  }
  const one = given === null ? mockUrl : parseBaseUrl(given, "--upstream").href;
  const upstreams = {
    anthropic: upstreamOf("anthropic", one),
    openai: upstreamOf("openai", one),
    gemini: upstreamOf("gemini", one),
  };
  return { upstreams, arrange: readArrange(invocation, one !== null) };
}

function upstreamOf(provider: ProviderName, one: string | null): ProviderUrl {
  if (one !== null) return providerUrl(new URL(one));
  for (const { name, form } of urlVariables.filter((variable) => variable.provider === provider)) {
    const value = environmentVariable(name) ?? "";
    if (value !== "") return providerUrl(parseBaseUrl(value, name), form);
  }
  return providerUrl(new URL(publicUrl(provider)));
}

function readArrange(invocation: Invocation, isOne: boolean): Arrange {
  const names = invocation.options.get("env") ?? [];
  const presetName = valueOf(invocation, "preset");
  if (presetName === null) return names.length === 0 ? arrangeVariables : arrangeNamed(checkedNames(names, isOne));
  if (names.length > 0) {
    throw usageError("HX505", "--preset and --env contradict each other", "a preset sets what its client reads");
  }
  const preset = presets.find(({ name }) => name === presetName);
  if (preset !== undefined) return preset.arrange;
  const known = presets.map(({ name }) => name);
  throw unknownWord("HX502", "preset", presetName, known, `presets are ${known.join(", ")}; --env serves any client`);
}

function checkedNames(names: readonly string[], isOne: boolean): readonly string[] {
  const odd = names.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (odd !== undefined)
    throw usageError("HX503", `--env takes the name of a variable, not "${odd}"`, "write --env MY_BASE_URL");
  const unknown = names.find((name) => !urlVariables.some((variable) => variable.name === name));
  if (unknown === undefined || isOne) return names;
  const fix = "add --upstream URL, or --mock SCRIPT";
  throw usageError("HX505", `the provider behind ${unknown} is unknown`, fix);
}
