import { basename } from "node:path";

import { readBytes } from "../../io/files/disk.ts";
import { environmentVariable } from "../../io/process.ts";
import { namesProxy } from "../../record/fill-places.ts";
import { type Arrange, arrangeNamed, arrangeVariables, type Preset, presets } from "../../record/presets.ts";
import {
  parseBaseUrl,
  type ProviderName,
  type ProviderUrl,
  providerUrl,
  type ProviderUrls,
  publicUrl,
  urlVariables,
} from "../../record/provider-url.ts";
import type { ConfigTemplate } from "../../record/run-recorded.ts";
import { type Invocation, valueOf } from "../command.ts";
import { portOption } from "./port-option.ts";
import { unknownWord, usageError } from "../usage-error.ts";

/** The target of the requests, and the settings that send the client through our proxy. */
export type RecordTarget = {
  readonly upstreams: ProviderUrls;
  readonly arrange: Arrange;
  readonly template: ConfigTemplate | null;
  /** 0 for any free one. */
  readonly port: number;
};

/**
 * Reads `--preset`, `--env`, `--upstream`, `--port` and `--config-template`; `mockUrl` stands for every provider where there is one.
 *
 * @throws HarnessError HX502 no such preset, HX503 no name of a variable, HX505 options that contradict each other or the command line, HX508
 * no base URL; HX511 to HX515 for the template
 */
export function readTarget(invocation: Invocation, mockUrl: string | null): RecordTarget {
  const given = valueOf(invocation, "upstream");
  if (given !== null && mockUrl !== null) {
    throw usageError("HX505", "--upstream and --mock contradict each other", "give one of them");
  }
  const preset = presetOf(invocation);
  const mocked = mockUrl === null ? null : new URL(pathOf(preset), mockUrl).href;
  const one = given === null ? mocked : parseBaseUrl(given, "--upstream").href;
  const only = one === null ? presetUrl(preset) : providerUrl(new URL(one));
  const upstreams = {
    anthropic: only ?? upstreamOf("anthropic"),
    openai: only ?? upstreamOf("openai"),
    gemini: only ?? upstreamOf("gemini"),
  };
  const port = portOption(invocation) ?? 0;
  const template = readTemplate(invocation, preset);
  refuseSeveral(invocation, upstreams, { port, template });
  return { upstreams, arrange: readArrange(invocation, preset, only !== null), template, port };
}

/** The mocked provider serves a login's paths where the login's own host has them. */
function pathOf(preset: Preset | null): string {
  return preset?.publicUrl === undefined ? "" : new URL(preset.publicUrl).pathname;
}

/** The provider of a client that asks only one; its login has a URL of its own, which no variable changes. */
function presetUrl(preset: Preset | null): ProviderUrl | null {
  if (preset?.provider === undefined) return null;
  return preset.publicUrl === undefined ? upstreamOf(preset.provider) : providerUrl(new URL(preset.publicUrl));
}

function readTemplate(invocation: Invocation, preset: Preset | null): ConfigTemplate | null {
  const path = valueOf(invocation, "config-template");
  const isPlaced = invocation.positionals.some((word) => word.includes("{config}"));
  if (path === null) {
    if (preset?.template === "needed") {
      const fix =
        "copy its settings, write {baseUrl} where the base URL stands, and give the copy as --config-template FILE";
      throw usageError("HX505", `${preset.name} reads its base URL from its settings file alone`, fix);
    }
    if (isPlaced)
      throw usageError("HX505", "{config} stands for a file that is not given", "add --config-template FILE");
    return null;
  }
  if (!isPlaced && preset?.template === undefined) {
    const fix = "write {config} in the command where the path of the settings belongs";
    throw usageError("HX505", "nothing tells the client where the file of --config-template is", fix);
  }
  return { name: basename(path), text: readBytes(path, MOST_TEMPLATE_BYTES).toString("utf8") };
}

const MOST_TEMPLATE_BYTES = 16 * 1024 * 1024;

/** One port or one place stands for one proxy. */
function refuseSeveral(
  { positionals }: Invocation,
  upstreams: ProviderUrls,
  { port, template }: { readonly port: number; readonly template: ConfigTemplate | null },
): void {
  if (new Set(Object.values(upstreams).map(({ given }) => given)).size === 1) return;
  const isPlaced = [...positionals.slice(1), template?.text ?? ""].some(namesProxy);
  if (!isPlaced && port === 0) return;
  const what = isPlaced
    ? "{baseUrl} and {port} stand for one provider's proxy, and there are several"
    : "--port is for one provider's proxy, and there are several";
  throw usageError("HX505", what, "add --upstream URL, --mock SCRIPT, or the --preset of a client with one provider");
}

function upstreamOf(provider: ProviderName): ProviderUrl {
  for (const { name, form } of urlVariables.filter((variable) => variable.provider === provider)) {
    const value = environmentVariable(name) ?? "";
    if (value !== "") return providerUrl(parseBaseUrl(value, name), form);
  }
  return providerUrl(new URL(publicUrl(provider)));
}

function presetOf(invocation: Invocation): Preset | null {
  const name = valueOf(invocation, "preset");
  if (name === null) return null;
  const preset = presets.find((each) => each.name === name);
  if (preset !== undefined) return preset;
  const known = presets.map((each) => each.name);
  throw unknownWord("HX502", "preset", name, known, `presets are ${known.join(", ")}; --env serves any client`);
}

function readArrange(invocation: Invocation, preset: Preset | null, isOne: boolean): Arrange {
  const names = invocation.options.get("env") ?? [];
  if (preset === null) return names.length === 0 ? arrangeVariables : arrangeNamed(checkedNames(names, isOne));
  if (names.length === 0) return preset.arrange;
  throw usageError("HX505", "--preset and --env contradict each other", "a preset sets what its client reads");
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
