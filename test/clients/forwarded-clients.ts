import { codexLogin, withAccount } from "./codex-login.ts";
import { codexConfig } from "./codex.ts";
import { geminiEnvironment, geminiLogin, geminiSettings } from "./gemini.ts";
import type { ForwardedClient } from "./forwarded.ts";
import { withLogin } from "./serve-code-assist.ts";

const anthropic = "api.anthropic.com";
const message = JSON.stringify({
  model: "claude-sonnet-4-5",
  max_tokens: 64,
  stream: true,
  messages: [{ role: "user", content: "Say it: é, \u2028, ".repeat(4000) }],
});
const url = `https://${anthropic}/v1/messages`;

/** Clients with their own providers' hosts, and three ways to ask that no npm package has. */
export const forwardedClients: readonly ForwardedClient[] = [
  {
    name: "codex, forward",
    packages: ["@openai/codex@0.169.0"],
    wire: "openai-responses, WebSocket",
    hosts: ["api.openai.com", "chatgpt.com"],
    files: ({ home }) => ({ [`${home}/.codex/config.toml`]: codexConfig }),
    environment: { CODEX_API_KEY: "mocked" },
    command: ({ installed, node }) =>
      `"${node}" "${installed}/node_modules/@openai/codex/bin/codex.js" exec --skip-git-repo-check -m gpt-5.5 "Say hello."`,
    protocols: "2.0, WebSocket",
  },
  {
    name: "codex, ChatGPT login, forward",
    packages: ["@openai/codex@0.169.0"],
    wire: "openai-responses, WebSocket",
    hosts: ["chatgpt.com"],
    wrap: withAccount,
    files: ({ home }) => ({
      [`${home}/.codex/config.toml`]: codexConfig,
      [`${home}/.codex/auth.json`]: codexLogin(),
    }),
    environment: {},
    command: ({ installed, node }) =>
      `"${node}" "${installed}/node_modules/@openai/codex/bin/codex.js" exec --skip-git-repo-check -m gpt-5.5 "Say hello."`,
    protocols: "2.0, WebSocket",
  },
  {
    name: "qwen-code, forward",
    packages: ["@qwen-code/qwen-code@0.24.4"],
    wire: "anthropic-messages",
    hosts: [anthropic],
    files: ({ home }) => ({
      [`${home}/.qwen/settings.json`]: JSON.stringify({
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    }),
    environment: {
      QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
      ANTHROPIC_BASE_URL: `https://${anthropic}`,
      ANTHROPIC_MODEL: "claude-sonnet-4-5",
    },
    command: ({ installed, node }) =>
      `"${node}" "${installed}/node_modules/@qwen-code/qwen-code/cli-entry.js" --auth-type anthropic -y -o text -p "Say hello."`,
    protocols: "1.1",
  },
  {
    name: "gemini-cli, forward",
    packages: ["@google/gemini-cli@0.61.0"],
    wire: "gemini-generate",
    hosts: ["generativelanguage.googleapis.com"],
    files: ({ home }) => ({ [`${home}/.gemini/settings.json`]: geminiSettings }),
    environment: { GEMINI_API_KEY: "mocked", ...geminiEnvironment },
    command: ({ installed, node }) =>
      `"${node}" "${installed}/node_modules/@google/gemini-cli/bundle/gemini.js" -m gemini-2.5-pro -y -p "Say hello."`,
    protocols: "1.1",
  },
  {
    name: "gemini-cli, Google login, forward",
    packages: ["@google/gemini-cli@0.61.0"],
    wire: "gemini-generate",
    hosts: ["cloudcode-pa.googleapis.com"],
    loginHosts: ["oauth2.googleapis.com", "www.googleapis.com"],
    wrap: withLogin,
    files: ({ home }) => geminiLogin(home),
    environment: geminiEnvironment,
    command: ({ installed, node }) =>
      `"${node}" "${installed}/node_modules/@google/gemini-cli/bundle/gemini.js" -m gemini-2.5-pro -y -p "Say hello."`,
    protocols: "1.1",
  },
  {
    name: "opencode, forward",
    packages: ["opencode-ai@1.18.33"],
    wire: "anthropic-messages",
    hosts: [anthropic],
    files: () => ({}),
    environment: { OPENCODE_DISABLE_MODELS_FETCH: "1" },
    command: ({ installed }) =>
      `"${installed}/node_modules/opencode-${process.platform}-${process.arch}/bin/opencode" run -m anthropic/claude-sonnet-4-5 "Say hello."`,
    protocols: "1.1",
  },
  {
    name: "curl, forward",
    packages: [],
    wire: "anthropic-messages",
    probe: ["curl", "--version"],
    hosts: [anthropic],
    files: ({ project }) => ({ [`${project}/body.json`]: message }),
    environment: {},
    command: () =>
      ["--http1.1", "--http2"]
        .map(
          (version) =>
            `curl -sS ${version} -H "x-api-key: mocked" -H "anthropic-version: 2023-06-01" --data-binary @body.json -o answer ${url} && echo "$(sha256sum < body.json | cut -c1-64) $(sha256sum < answer | cut -c1-64)"`,
        )
        .join(" && "),
    protocols: "1.1, 2.0",
    tellsDigests: true,
  },
  {
    name: "httpx, forward",
    packages: [],
    wire: "anthropic-messages",
    // Debian's python3-httpx and python3-h2; another Python on the path may lack them.
    probe: ["/usr/bin/python3", "-c", "import httpx, h2"],
    hosts: [anthropic],
    files: ({ project }) => ({ [`${project}/body.json`]: message, [`${project}/ask.py`]: httpxSource }),
    environment: {},
    command: () => "/usr/bin/python3 ask.py",
    protocols: "1.1, 2.0",
    tellsDigests: true,
  },
  {
    name: "Go, forward",
    packages: [],
    wire: "anthropic-messages",
    probe: ["go", "version"],
    hosts: [anthropic],
    files: ({ project }) => ({ [`${project}/body.json`]: message, [`${project}/ask.go`]: goSource }),
    environment: { GOFLAGS: "-mod=mod", GO111MODULE: "off" },
    command: () => "go run ask.go",
    protocols: "2.0",
    tellsDigests: true,
  },
];

const httpxSource = `
import hashlib, httpx
body = open("body.json", "rb").read()
digest = lambda data: hashlib.sha256(data).hexdigest()
headers = {"x-api-key": "mocked", "anthropic-version": "2023-06-01", "content-type": "application/json"}
for http2 in (False, True):
    with httpx.Client(http2=http2) as client:
        answer = client.post("${url}", content=body, headers=headers)
        print(digest(body), digest(answer.content))
`;

const goSource = `package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	body, _ := os.ReadFile("body.json")
	for i := 0; i < 2; i++ {
		request, _ := http.NewRequest("POST", "${url}", bytes.NewReader(body))
		request.Header.Set("x-api-key", "mocked")
		request.Header.Set("anthropic-version", "2023-06-01")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			panic(err)
		}
		answer, _ := io.ReadAll(response.Body)
		fmt.Printf("%x %x\\n", sha256.Sum256(body), sha256.Sum256(answer))
	}
}
`;
