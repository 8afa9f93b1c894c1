import { refuseUnknownOption } from "../../options/refuse-unknown.ts";
import { describeKind } from "../../wire/describe-value.ts";
import { isJsonObject } from "../../wire/json-object.ts";

/** What differs between the providers that serve OpenAI's formats, told from the base URL. */
export type ProviderProfile = {
  readonly name: string;
  /** Host names, or ends of them. */
  readonly hosts: readonly string[];
  /** Environment variable that people keep the key in. */
  readonly keyVariable: string;
  /** Headers that switch its cache on. */
  readonly headers: readonly (readonly [name: string, value: string])[];
};

export const openaiProfile: ProviderProfile = {
  name: "openai",
  hosts: ["api.openai.com"],
  keyVariable: "OPENAI_API_KEY",
  headers: [],
};

/** Vendors that speak this format (harness/providers/FACTS.md#dashscope and after). Their markers and cache keys stand in the parent's body. */
export const profiles: readonly ProviderProfile[] = [
  openaiProfile,
  {
    name: "dashscope",
    hosts: ["dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com", "dashscope-us.aliyuncs.com"],
    keyVariable: "DASHSCOPE_API_KEY",
    headers: [["x-dashscope-cachecontrol", "enable"]],
  },
  { name: "deepseek", hosts: ["api.deepseek.com"], keyVariable: "DEEPSEEK_API_KEY", headers: [] },
  { name: "minimax", hosts: ["api.minimax.io", "api.minimaxi.com"], keyVariable: "MINIMAX_API_KEY", headers: [] },
  { name: "moonshot", hosts: ["api.moonshot.ai", "api.moonshot.cn"], keyVariable: "MOONSHOT_API_KEY", headers: [] },
  { name: "zai", hosts: ["api.z.ai", "open.bigmodel.cn"], keyVariable: "ZAI_API_KEY", headers: [] },
];

/** The profile of the provider behind a base URL; null for a host of nobody that we know. */
export function profileOf(baseUrl: string | undefined): ProviderProfile | null {
  if (baseUrl === undefined) return openaiProfile;
  const host = URL.parse(baseUrl)?.hostname ?? "";
  return profiles.find(({ hosts }) => hosts.some((known) => host === known || host.endsWith(`.${known}`))) ?? null;
}

/** Throws TypeError for an invalid profile of the caller: without its headers, a provider's cache stays off in silence. */
export function checkProfile(profile: unknown): void {
  const reader = "OpenAiClient: profile";
  if (!isJsonObject(profile)) throw new TypeError(`${reader} is ${describeKind(profile)}; pass one of profiles`);
  refuseUnknownOption(reader, profile, ["name", "hosts", "keyVariable", "headers"]);
  const { name, keyVariable, headers } = profile;
  if (typeof name === "string" && typeof keyVariable === "string" && Array.isArray(headers)) return;
  throw new TypeError(`${reader} is incomplete; pass { name, hosts, keyVariable, headers }, headers as pairs or []`);
}
