import { expect, test } from "vitest";
import { commands } from "../../harness/cli/commands.ts";
import { arrangeNamed, arrangeVariables, presets } from "../../harness/record/presets.ts";
import { moveUrl, providerUrl, type ProviderUrls } from "../../harness/record/provider-url.ts";

const urls: ProviderUrls = {
  anthropic: providerUrl(new URL("http://127.0.0.1:1")),
  openai: providerUrl(new URL("http://127.0.0.1:2")),
  gemini: providerUrl(new URL("http://127.0.0.1:3")),
};

test("help names every preset", () => {
  const option = commands.find(({ name }) => name === "record")?.options.find(({ name }) => name === "preset");
  expect(option?.description).toContain(presets.map(({ name }) => name).join(", "));
});

test("each client is configured in its own way", () => {
  const files: Record<string, string> = {};
  const write = (name: string, text: string): string => ((files[name] = text), `/temp/${name}`);
  const arranged = Object.fromEntries(
    presets.map(({ name, arrange }) => [name, arrange(urls, write, "/temp/settings")]),
  );
  expect({ ...arranged, files }).toMatchInlineSnapshot(`
    {
      "ai-sdk": {
        "environment": {
          "ANTHROPIC_BASE_URL": "http://127.0.0.1:1/v1",
          "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:3",
          "OPENAI_BASE_URL": "http://127.0.0.1:2/v1",
        },
        "trailing": [],
      },
      "claude-code": {
        "environment": {
          "ANTHROPIC_BASE_URL": "http://127.0.0.1:1",
          "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:3",
          "OPENAI_BASE_URL": "http://127.0.0.1:2/v1",
        },
        "trailing": [],
      },
      "cline": {
        "environment": {
          "CLINE_PROVIDER_SETTINGS_PATH": "/temp/settings",
        },
        "trailing": [],
      },
      "codex": {
        "environment": {},
        "trailing": [
          "-c",
          "model_provider="recorded"",
          "-c",
          "model_providers.recorded={name="recorded",wire_api="responses",base_url="http://127.0.0.1:2/v1",env_key="OPENAI_API_KEY",supports_websockets=false}",
        ],
      },
      "codex-login": {
        "environment": {},
        "trailing": [
          "-c",
          "model_provider="recorded"",
          "-c",
          "model_providers.recorded={name="recorded",wire_api="responses",base_url="http://127.0.0.1:2",requires_openai_auth=true,supports_websockets=false}",
        ],
      },
      "codex-websocket": {
        "environment": {},
        "trailing": [
          "-c",
          "model_provider="recorded"",
          "-c",
          "model_providers.recorded={name="recorded",wire_api="responses",base_url="http://127.0.0.1:2/v1",env_key="OPENAI_API_KEY",supports_websockets=true}",
        ],
      },
      "continue": {
        "environment": {},
        "trailing": [
          "--config",
          "/temp/settings",
        ],
      },
      "files": {
        "recorded-providers.js": "export default function (pi) {
      pi.registerProvider("anthropic", {"baseUrl":"http://127.0.0.1:1"});
      pi.registerProvider("openai", {"baseUrl":"http://127.0.0.1:2/v1"});
      pi.registerProvider("google", {"baseUrl":"http://127.0.0.1:3/v1beta"});
    }
    ",
      },
      "gemini-cli": {
        "environment": {
          "ANTHROPIC_BASE_URL": "http://127.0.0.1:1",
          "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:3",
          "OPENAI_BASE_URL": "http://127.0.0.1:2/v1",
        },
        "trailing": [],
      },
      "gemini-cli-login": {
        "environment": {
          "CODE_ASSIST_ENDPOINT": "http://127.0.0.1:3",
        },
        "trailing": [],
      },
      "opencode": {
        "environment": {
          "OPENCODE_CONFIG": "/temp/settings",
        },
        "trailing": [],
      },
      "pi": {
        "environment": {},
        "trailing": [
          "-e",
          "/temp/recorded-providers.js",
        ],
      },
      "qwen-code": {
        "environment": {
          "ANTHROPIC_BASE_URL": "http://127.0.0.1:1",
          "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:3",
          "OPENAI_BASE_URL": "http://127.0.0.1:2/v1",
        },
        "trailing": [],
      },
    }
  `);
});

test("a known variable gets its provider's URL, and any other the given one", () => {
  expect(arrangeVariables(urls, String, null).environment["OPENAI_BASE_URL"]).toBe("http://127.0.0.1:2/v1");
  const given = providerUrl(new URL("http://127.0.0.1:4/gateway/v1/"));
  const all = { anthropic: given, openai: given, gemini: given };
  expect(arrangeNamed(["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "MINE"])(all, String, null).environment).toEqual({
    ANTHROPIC_BASE_URL: "http://127.0.0.1:4/gateway",
    OPENAI_BASE_URL: "http://127.0.0.1:4/gateway/v1",
    MINE: "http://127.0.0.1:4/gateway/v1",
  });
});

test.for([
  ["https://api.openai.com", "bare", "https://api.openai.com", "https://api.openai.com/v1"],
  ["https://api.openai.com", "versioned", "https://api.openai.com", "https://api.openai.com/v1"],
  ["https://gw.example/openai/v1/", "versioned", "https://gw.example/openai", "https://gw.example/openai/v1"],
  ["https://gw.example/api/v3", "versioned", "https://gw.example/api/v3", "https://gw.example/api/v3"],
  ["https://gw.example/anthropic", "bare", "https://gw.example/anthropic", "https://gw.example/anthropic/v1"],
] as const)("the URL %s in the form %s has both forms, also after it moved", ([url, form, bare, versioned]) => {
  const both = providerUrl(new URL(url), form);
  expect(both).toMatchObject({ bare, versioned });
  expect(moveUrl(both, "http://127.0.0.1:5")).toMatchObject({
    bare: bare.replace(/^https:\/\/[^/]+/, "http://127.0.0.1:5"),
    versioned: versioned.replace(/^https:\/\/[^/]+/, "http://127.0.0.1:5"),
  });
});
